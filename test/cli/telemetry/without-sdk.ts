/** What keeps Node from finding the SDK. */
export const withoutSdk: string = dataUrl(`
  import { register } from "node:module";
  register(${JSON.stringify(
    dataUrl(`
      export async function resolve(name, context, next) {
        if (name !== "@opentelemetry/sdk-node") return await next(name, context);
        throw Object.assign(new Error("Cannot find it"), { code: "ERR_MODULE_NOT_FOUND" });
      }
    `),
  )});
`);

function dataUrl(script: string): string {
  return `data:text/javascript,${encodeURIComponent(script)}`;
}
