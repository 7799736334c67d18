import { type ContextManager, ROOT_CONTEXT } from "@opentelemetry/api";

/** Knows of no active context: the parts of a crawl hand theirs on. */
export const noContext: ContextManager = {
  active: () => ROOT_CONTEXT,
  with: (_, fn, self, ...args) => fn.call(self, ...args),
  bind: (_, target) => target,
  enable: () => noContext,
  disable: () => noContext,
};
