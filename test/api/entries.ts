/** The entries of the package that have a report. `pagoda` itself is the first five together. */
export const entries: readonly string[] = [
  "service",
  "http",
  "html",
  "layers",
  "engine",
  "sqlite",
  "testing",
];
