/** All that the types of toml-eslint-parser want of ESLint, which is not installed. */
declare module "eslint" {
  export namespace SourceCode {
    type VisitorKeys = Readonly<Record<string, readonly string[] | undefined>>;
  }
}
