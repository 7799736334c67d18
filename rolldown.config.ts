import { defineConfig, type Plugin, RolldownMagicString } from "rolldown";

import manifest from "./package.json" with { type: "json" };

/**
 * Says of what a module makes as it begins that it has no side effects, as `sideEffects` says of modules, so
 * that the bundlers of users still leave out what nobody imports.
 */
const pure: Plugin = {
  name: "pure",
  renderChunk(code) {
    const text = new RolldownMagicString(code);
    for (const statement of this.parse(code).body) {
      if (statement.type !== "VariableDeclaration") continue;
      for (const { id, init } of statement.declarations) {
        if (id.type !== "Identifier" || !init || plain.has(init.type)) continue;
        text.appendLeft(init.start, "/* @__PURE__ */ (() => (").appendRight(init.end, "))()");
        // Where it is no longer what the variable is made of, a class is not called after that.
        if (init.type === "ClassExpression" && !init.id) {
          text.appendRight(init.start + "class".length, ` ${id.name}`);
        }
      }
    }
    return text;
  },
};

/** What every bundler knows to have none. */
const plain = new Set(["ArrowFunctionExpression", "FunctionExpression", "Identifier", "Literal"]);

const entries = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [entry.default],
);

/** The JavaScript of the package: an entry each, and what they share; declarations are made by `tsc`. */
export default defineConfig({
  input: Object.fromEntries([...entries, manifest.bin.pagoda].map(sourceOf)),
  platform: "node",
  external: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).map(
    (name) => new RegExp(`^${name}(?:/|$)`),
  ),
  transform: { target: "node20.19" },
  plugins: [pure],
  output: {
    dir: "dist",
    chunkFileNames: "chunks/[name].js",
    minifyInternalExports: false,
    sourcemap: true,
  },
});

function sourceOf(file: string): [name: string, source: string] {
  const name = file.replaceAll(/^(?:\.\/)?dist\/|\.js$/g, "");
  return [name, `src/${name}.ts`];
}
