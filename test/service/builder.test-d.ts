import { describe, expectTypeOf, test } from "vitest";

import { concurrencyLimit } from "../../src/layers/concurrency-limit.ts";
import { loadShed } from "../../src/layers/load-shed.ts";
import { retry } from "../../src/layers/retry.ts";
import { timeout } from "../../src/layers/timeout.ts";
import { andThen } from "../../src/service/and-then.ts";
import { ServiceBuilder } from "../../src/service/builder.ts";
import type { Context } from "../../src/service/context.ts";
import { filter } from "../../src/service/filter.ts";
import { type Layer, layer } from "../../src/service/layer.ts";
import { mapError } from "../../src/service/map-error.ts";
import { mapRequest } from "../../src/service/map-request.ts";
import { mapResponse } from "../../src/service/map-response.ts";
import type { Outcome } from "../../src/service/outcome.ts";
import { type Handler, type Service, service } from "../../src/service/service.ts";
import type { Stack } from "../../src/service/stack.ts";
import { tap } from "../../src/service/tap.ts";

interface Page {
  readonly url: string;
}
interface Html {
  readonly html: string;
}
interface SignedPage extends Page {
  readonly signature: string;
}

declare class Closable implements Service<Page, Html>, Disposable {
  constructor(inner: Service<Page, Html>);
  call(page: Page): Promise<Html>;
  [Symbol.dispose](): void;
}
declare class Numbered implements Service<Page, Html> {
  constructor(inner: Service<number, string>);
  call(page: Page): Promise<Html>;
}

declare const pages: ServiceBuilder<Page, Html>;
declare const parse: Layer<Page, Html, Page, string>;
declare const sign: Handler<SignedPage, Html>;
declare const fetchHtml: Handler<Page, Html>;

describe("inference", () => {
  test("a builder begins with what its caller sends and gets", () => {
    expectTypeOf(ServiceBuilder.for<Page, Html>()).toEqualTypeOf<ServiceBuilder<Page, Html>>();
  });

  test("types pass through ten generic layers", () => {
    const stack = pages
      .layer(retry())
      .layer(loadShed())
      .layer(timeout(1))
      .layer(concurrencyLimit({ limit: 1 }))
      .layer(filter(() => true))
      .layer(tap(() => {}))
      .layer(mapError((error) => error))
      .layerIf(true, () => retry({ limit: 1 }))
      .layer(timeout(2))
      .layer(loadShed());
    expectTypeOf(stack).toEqualTypeOf<ServiceBuilder<Page, Html>>();
    expectTypeOf(stack.service(fetchHtml)).toEqualTypeOf<Stack<Page, Html>>();
  });

  test("a layer that translates changes what lies under it, and nothing above", () => {
    const stack = pages
      .layer(retry())
      .layer(parse)
      .layerIf(true, () => concurrencyLimit({ limit: 1 }))
      .layer(retry());
    expectTypeOf(stack).toEqualTypeOf<ServiceBuilder<Page, Html, Page, string>>();
    expectTypeOf(stack.toLayer()).toEqualTypeOf<Layer<Page, Html, Page, string>>();
    expectTypeOf(stack.service(async (page) => page.url)).toEqualTypeOf<Stack<Page, Html>>();
    expectTypeOf(stack.service(service(async (page) => page.url))).toEqualTypeOf<
      Stack<Page, Html>
    >();
  });

  test("translations chain, and generic layers between them follow", () => {
    const titles = ServiceBuilder.for<number, number>()
      .layer(mapRequest((id) => ({ url: `/${id}` })))
      .layer(retry())
      .layer(mapResponse((title: string) => title.length))
      .layer(timeout(1))
      .layer(andThen(async (html: Html) => html.html))
      .layer(concurrencyLimit({ limit: 1 }))
      .layer(mapRequest((page) => ({ ...page, signature: "s" })));
    expectTypeOf(titles).toEqualTypeOf<
      ServiceBuilder<number, number, { signature: string; url: string }, Html>
    >();
    expectTypeOf(titles.service(sign)).toEqualTypeOf<Stack<number, number>>();
  });

  test("a stack is a service, and a layer made of layers a layer", () => {
    const stack = pages.service(fetchHtml);
    expectTypeOf(stack).toExtend<Service<Page, Html>>();
    expectTypeOf(pages.service(stack)).toEqualTypeOf<Stack<Page, Html>>();
    expectTypeOf(pages.layer(pages.layer(parse).toLayer())).toEqualTypeOf<
      ServiceBuilder<Page, Html, Page, string>
    >();
  });
});

describe("callbacks", () => {
  test("learn their types from the stack they are added to", () => {
    pages
      .layer(
        retry({
          when: (outcome, page) => {
            expectTypeOf(outcome).toEqualTypeOf<Outcome<Html>>();
            expectTypeOf(page).toEqualTypeOf<Page>();
            return !outcome.ok;
          },
        }),
      )
      .layer(
        tap((outcome, page, context) => {
          expectTypeOf(outcome).toEqualTypeOf<Outcome<Html>>();
          expectTypeOf(page).toEqualTypeOf<Page>();
          expectTypeOf(context).toEqualTypeOf<Context>();
        }),
      )
      .layer(
        filter((page, context) => {
          expectTypeOf(page).toEqualTypeOf<Page>();
          expectTypeOf(context).toEqualTypeOf<Context>();
          return true;
        }),
      )
      .layer(
        mapError((error, page) => {
          expectTypeOf(error).toBeUnknown();
          expectTypeOf(page).toEqualTypeOf<Page>();
          return error;
        }),
      )
      .layer(
        mapRequest((page) => {
          expectTypeOf(page).toEqualTypeOf<Page>();
          return page.url;
        }),
      )
      .layer(
        mapResponse((text: string, url) => {
          expectTypeOf(url).toEqualTypeOf<string>();
          return { html: text };
        }),
      )
      .layer(
        andThen(async (bytes: Uint8Array, url) => {
          expectTypeOf(url).toEqualTypeOf<string>();
          return bytes.toString();
        }),
      )
      .service(async (url, context) => {
        expectTypeOf(url).toEqualTypeOf<string>();
        expectTypeOf(context).toEqualTypeOf<Context>();
        return new Uint8Array();
      });
  });

  test("of a layer of one's own learn their types from the type it is declared with", () => {
    const measure: Layer<Page, Html> = layer("measure", (inner) => async (page, context) => {
      expectTypeOf(page).toEqualTypeOf<Page>();
      expectTypeOf(context).toEqualTypeOf<Context>();
      const response = await inner.call(page, context);
      expectTypeOf(response).toEqualTypeOf<Html>();
      return response;
    });
    expectTypeOf(pages.layer(measure)).toEqualTypeOf<ServiceBuilder<Page, Html>>();
  });

  test("of a layer written in place learn them from the stack", () => {
    const stack = pages.layer(
      layer("measure", (inner) => async (page, context) => {
        expectTypeOf(page).toEqualTypeOf<Page>();
        return inner.call(page, context);
      }),
    );
    expectTypeOf(stack).toEqualTypeOf<ServiceBuilder<Page, Html>>();
  });

  test("of a layer that returns a service learn what lies under it", () => {
    const closable: Layer<Page, Html> = layer("closable", (inner) => {
      expectTypeOf(inner).toEqualTypeOf<Service<Page, Html>>();
      return {
        ...service<Page, Html>((page, context) => inner.call(page, context)),
        [Symbol.asyncDispose]: async () => {},
      };
    });
    expectTypeOf(pages.layer(closable)).toEqualTypeOf<ServiceBuilder<Page, Html>>();
    const classy: Layer<Page, Html> = layer("classy", (inner) => new Closable(inner));
    expectTypeOf(pages.layer(classy)).toEqualTypeOf<ServiceBuilder<Page, Html>>();
    expectTypeOf(
      pages.layer(layer("translating", (inner: Service<number, string>) => new Numbered(inner))),
    ).toEqualTypeOf<ServiceBuilder<Page, Html, number, string>>();
  });

  test("of a generic layer stay open until it is added", () => {
    expectTypeOf(pages.layer(pass()).layer(parse).layer(pass())).toEqualTypeOf<
      ServiceBuilder<Page, Html, Page, string>
    >();
  });
});

describe("what does not compile", () => {
  test("a leaf of the wrong type", () => {
    // @ts-expect-error the stack wants a leaf that answers Html
    pages.service(service(async (page: Page) => page.url));
    // @ts-expect-error the stack wants a handler that answers Html
    pages.service(async (page) => page.url);
    // @ts-expect-error the stack wants a promise
    pages.service((page) => ({ html: page.url }));
    // @ts-expect-error under `parse` lies a leaf that answers a string
    pages.layer(parse).service(fetchHtml);
  });

  test("a leaf that asks for more than the stack sends", () => {
    // @ts-expect-error the stack sends pages that nobody signed
    pages.service(sign);
    // @ts-expect-error the stack sends pages that nobody signed
    pages.service(service(sign));
    // @ts-expect-error the stack sends pages that nobody signed
    pages.service({ call: sign });
  });

  test("a layer of the wrong type", () => {
    // @ts-expect-error under `parse` lies a service that answers a string
    pages.layer(parse).layer(parse);
    // @ts-expect-error the stack sends pages that nobody signed
    pages.layer(retry<SignedPage, Html>());
    // @ts-expect-error the caller wants Html
    pages.layer(mapResponse((html: Html) => html.html));
    // @ts-expect-error a condition must not change the types
    pages.layerIf(true, () => parse);
  });

  test("a layer that returns a service of the wrong type", () => {
    // @ts-expect-error the caller wants Html
    pages.layer(layer("wrong", () => service(async (page: Page) => page.url)));
    // @ts-expect-error the stack sends pages that nobody signed
    pages.layer(layer("wrong", () => service(sign)));
    // @ts-expect-error a service answers with a promise
    pages.layer(layer("wrong", () => ({ call: (page: Page) => ({ html: page.url }) })));
    // @ts-expect-error it is no service
    pages.layer(layer("wrong", () => ({ [Symbol.dispose]: () => {} })));
    // @ts-expect-error no layer has this trait
    pages.layer(layer("wrong", (inner) => inner.call, { retries: 2 }));
  });

  test("a layer where its factory is wanted, and a factory where its layer is", () => {
    // @ts-expect-error nobody called `retry`
    pages.layer(retry);
    // @ts-expect-error nobody called `concurrencyLimit`
    pages.layer(concurrencyLimit);
    // @ts-expect-error nobody called `timeout`
    pages.layer(timeout);
    // @ts-expect-error the layer is made only if the condition holds
    pages.layerIf(true, parse);
  });

  test("a bare function as a service", () => {
    expectTypeOf(fetchHtml).not.toExtend<Service<Page, Html>>();
    // @ts-expect-error a layer wraps a service
    retry<Page, Html>()(fetchHtml);
    // @ts-expect-error a layer makes a service
    pages.layer(() => fetchHtml);
  });

  test("a call with the wrong request or options", () => {
    const stack = pages.service(fetchHtml);
    // @ts-expect-error the stack wants a page
    void stack.call("/");
    // @ts-expect-error an option is misspelt
    void stack.call({ url: "/" }, { timeout: 5 });
    // @ts-expect-error a signal is an option
    void stack.call({ url: "/" }, AbortSignal.abort());
    // @ts-expect-error the stack answers Html
    void stack.call({ url: "/" }).then((html: string) => html);
  });
});

function pass<Req, Res>(): Layer<Req, Res> {
  return layer("pass", (inner) => inner.call);
}
