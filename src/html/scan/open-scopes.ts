import type { Attributes } from "./attributes.ts";

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

/** An element that is open. */
interface Open {
  readonly name: string;
  /** The root that it is in, `svg` or `math`, where its content is no HTML. */
  readonly root: string | undefined;
}

/**
 * The open elements that change how the rest is read: SVG and MathML, in which a `<style>` holds
 * markup, islands of HTML in them, and `<template>`, whose content is no part of the page.
 *
 * What else is open is not known: the end tag of an element around SVG does not end that.
 */
export class OpenScopes {
  /** The innermost last. */
  readonly #open: Open[] = [];
  /** How many stand around the outermost template that hides its content. */
  #shown = Infinity;

  /** Whether none is open. */
  get empty(): boolean {
    return this.#open.length === 0;
  }

  /** Whether what follows is SVG or MathML. */
  get foreign(): boolean {
    return this.#root !== undefined;
  }

  /** Whether what follows is no part of the page. */
  get hidden(): boolean {
    return this.#open.length > this.#shown;
  }

  /** A start tag was read. Tells whether its element is SVG or MathML. */
  start(name: string, attributes: Attributes): boolean {
    if (this.foreign && breaksOut(name, attributes)) this.#breakOut();
    const root = this.#rootOf(name);
    if (root === undefined) {
      if (name === "template") this.#push({ name, root });
    } else if (!attributes.selfClosing) {
      this.#push({ name, root: isIsland(name, root, attributes) ? undefined : root });
    }
    return root !== undefined;
  }

  /** The template whose start tag was read last hides its content. */
  hide(): void {
    this.#shown = Math.min(this.#shown, this.#open.length - 1);
  }

  /** An end tag was read. */
  end(name: string): void {
    const at = this.#open.findLastIndex((open) => open.name === name || !open.root);
    if (this.#open[at]?.name === name) this.#cut(at);
    else if (name === "p" || name === "br") this.#breakOut();
    else if (name === "template" || islands.has(name)) this.#cutTo(name);
  }

  /** The root of the picture or formula that what follows is a part of. */
  get #root(): string | undefined {
    return this.#open.at(-1)?.root;
  }

  /** The root of an element that begins here; undefined if it is HTML. */
  #rootOf(name: string): string | undefined {
    const around = this.#open.at(-1);
    const isPicture = name === "svg" && around?.name === "annotation-xml";
    return around?.root === undefined || isPicture ? rootNamed(name) : around.root;
  }

  #push(open: Open): void {
    if (this.#open.length < MAX_DEPTH) this.#open.push(open);
  }

  #breakOut(): void {
    while (this.foreign) this.#cut(this.#open.length - 1);
  }

  #cutTo(name: string): void {
    const at = this.#open.findLastIndex((open) => open.name === name);
    if (at >= 0) this.#cut(at);
  }

  #cut(length: number): void {
    this.#open.length = length;
    if (length <= this.#shown) this.#shown = Infinity;
  }
}

function rootNamed(name: string): string | undefined {
  return islands.has(name) ? name : undefined;
}

function breaksOut(name: string, attributes: Attributes): boolean {
  if (name !== "font") return breakouts.has(name);
  return ["color", "face", "size"].some((style) => attributes.get(style) !== undefined);
}

/** Whether the content of an element in SVG or MathML is HTML. */
function isIsland(name: string, root: string, attributes: Attributes): boolean {
  if (name === "annotation-xml" && root === "math") return isHtml(attributes.get("encoding"));
  return islands.get(root)?.has(name) === true;
}

function isHtml(encoding = ""): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/i.test(encoding);
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/));
}
