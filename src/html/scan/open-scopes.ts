/** Elements that are no part of SVG or MathML and end it where they stand in it. */
const breakouts: ReadonlySet<string> = setOf(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li
  listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var`,
);

/** Elements of SVG and of MathML whose content is HTML again. */
const islands: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["svg", setOf("desc foreignobject title")],
  ["math", setOf("mi mn mo ms mtext")],
]);

/** How many open elements are told apart: as many as browsers bear. */
const MAX_DEPTH = 512;

/**
 * The open elements that change how the rest is read: SVG and MathML, in which a `<style>` holds
 * markup, and `<template>`, whose content is no part of the page.
 */
export class OpenScopes {
  /** Roots of SVG and MathML, islands of HTML in them, and templates; the innermost last. */
  readonly #open: string[] = [];
  /** How many stand around the outermost template that hides its content. */
  #shown = Infinity;

  /** Whether none is open. */
  get empty(): boolean {
    return this.#open.length === 0;
  }

  /** Whether what follows is SVG or MathML. */
  get foreign(): boolean {
    return islands.has(this.#open.at(-1) ?? "");
  }

  /** Whether what follows is no part of the page. */
  get hidden(): boolean {
    return this.#open.length > this.#shown;
  }

  /** A start tag was read. Tells whether its element is SVG or MathML. */
  start(name: string, selfClosing: boolean): boolean {
    if (this.foreign && breakouts.has(name)) this.#breakOut();
    const around = this.#open.at(-1) ?? "";
    const islandsAround = islands.get(around);
    const isForeign = islandsAround !== undefined || islands.has(name);
    const opens = islandsAround ? name === around || islandsAround.has(name) : isForeign;
    if (name === "template" ? !isForeign : opens && !selfClosing) this.#push(name);
    return isForeign;
  }

  /** The template whose start tag was read last hides its content. */
  hide(): void {
    this.#shown = Math.min(this.#shown, this.#open.length - 1);
  }

  /** An end tag was read. */
  end(name: string): void {
    if (name === "p" || name === "br") this.#breakOut();
    const at = this.#open.lastIndexOf(name);
    if (at >= 0) this.#cut(at);
  }

  #push(name: string): void {
    if (this.#open.length < MAX_DEPTH) this.#open.push(name);
  }

  #breakOut(): void {
    while (this.foreign) this.#cut(this.#open.length - 1);
  }

  #cut(length: number): void {
    this.#open.length = length;
    if (length <= this.#shown) this.#shown = Infinity;
  }
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/));
}
