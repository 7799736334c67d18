import { hash } from "node:crypto";

type Subject = readonly (string | number)[];

/** As many hexadecimal digits as a number holds exactly. */
const DIGITS = 13;

/**
 * Draws a number from 0 to 1, without 1, that depends on a seed and on what it is drawn for, and not on
 * what was drawn before.
 *
 * So what happens in another order meets the same fates.
 */
export function draw(seed: number, ...subject: Subject): number {
  const digest = hash("sha1", JSON.stringify([seed, ...subject]));
  return Number.parseInt(digest.slice(0, DIGITS), 16) / 16 ** DIGITS;
}

/** A `random` of its own for a subject. */
export function randomFor(seed: number, ...subject: Subject): () => number {
  let draws = 0;
  return () => draw(seed, ...subject, draws++);
}
