import type { ClientSubject } from "./subject.ts";

/** The limit. */
export const BY_HAND = "undici dispatch by hand";
/** Those that other rows are measured by. */
export const LEAF = "pagoda httpClient";
export const REQUEST = "undici.request";
/** What is made of these two. */
export const STACK = "pagoda httpStack, default tiers";
export const POLICIES = "pagoda httpClient + cockatiel, five policies";
export const INTERCEPTED = "undici.request + redirect, retry interceptors";

/** What is compared. Each is loaded by itself, so that none has the memory of another. */
export const subjects: Readonly<Record<string, () => Promise<ClientSubject>>> = {
  [BY_HAND]: async () => (await import("./subjects/undici.ts")).byHand,
  [LEAF]: async () => (await import("./subjects/pagoda.ts")).leaf,
  [REQUEST]: async () => (await import("./subjects/undici.ts")).byRequest,
  "node:http": async () => (await import("./subjects/node.ts")).byHttp,
  "undici.fetch": async () => (await import("./subjects/undici.ts")).byFetch,
  "fetch of Node": async () => (await import("./subjects/node.ts")).byFetch,
  ky: async () => (await import("./subjects/ky.ts")).ky(),
  axios: async () => (await import("./subjects/axios.ts")).axios(),
  got: async () => (await import("./subjects/got.ts")).got(),
  [STACK]: async () => (await import("./subjects/pagoda.ts")).stack,
  [POLICIES]: async () => (await import("./subjects/cockatiel.ts")).policies(),
  [INTERCEPTED]: async () => (await import("./subjects/undici.ts")).byInterceptors,
};
