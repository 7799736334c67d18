import { once } from "node:events";
import { createServer } from "node:http";

import { crawl, httpStack, type Page, request, type Spider } from "pagoda";

/** A shop of this machine: a list of products on three pages, and a captcha now and then. */
let asked = 0;
const server = createServer(({ url = "/" }, response) => {
  const [, kind, n] = /^\/(\w+)\/(\d+)$/.exec(url) ?? [];
  response.setHeader("content-type", "text/html");
  if (kind === "list") {
    const next = Number(n) < 3 ? `<a class="next" href="/list/${Number(n) + 1}">More</a>` : "";
    response.end(`<a class="product" href="/product/${n}1"></a><a href="/cart/${n}"></a>${next}`);
  } else if (kind === "product") {
    const isCaptcha = ++asked === 2;
    response.end(isCaptcha ? "<h1>Are you a robot?</h1>" : `<h1>Lamp ${n}</h1><b>${n} €</b>`);
  } else response.writeHead(404).end();
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;

interface Product {
  readonly name: string;
  readonly price: string;
  readonly list: number;
}

class Shop implements Spider<Product, "product"> {
  readonly service = httpStack({ delayMs: 0, redirect: false, retry: false }).service();
  readonly start = request(`${origin}/list/1`, { priority: 1 });
  readonly maxErrors = 10;
  readonly handlers = { product: (page: Page): readonly Product[] => [this.product(page)] };
  lists = 0;

  *parse(page: Page<"product">) {
    this.lists++;
    yield* page.follow("a.product", { to: "product", meta: this.lists });
    yield* page.follow("a.next", { priority: 1 });
  }

  product({ $, meta }: Page): Product {
    return { name: $("h1").text(), price: $("b").text(), list: Number(meta) };
  }

  onResponse({ $ }: Page) {
    return $("h1").text().includes("robot") ? { retry: 100 } : undefined;
  }

  async close(): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    server.close();
  }
}

const products: string[] = [];
for await (const { name, list } of crawl(new Shop())) products.push(`${name} of list ${list}`);
console.log(products.toSorted().join(", ")); // Lamp 11 of list 1, Lamp 21 of list 2, Lamp 31 of list 3
