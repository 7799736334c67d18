import { Parser } from "htmlparser2";
import { Pool } from "undici";

import type { Task } from "../subject.ts";

/** What is commonly written: undici, htmlparser2, `new URL`, a Set. */
export async function crawlInThirtyLines({ start, concurrency }: Task): Promise<void> {
  const { origin } = new URL(start);
  const pool = new Pool(origin, { connections: concurrency });
  const seen = new Set([start]);
  const queue = [start];
  let active = 0;
  const visit = async (url: string): Promise<void> => {
    const { body, statusCode } = await pool.request({ path: new URL(url).pathname, method: "GET" });
    const text = await body.text();
    if (statusCode !== 200) return;
    const parser = new Parser({
      onopentag(name, { href }) {
        if (name !== "a" || href === undefined) return;
        const link = new URL(href, url);
        link.hash = "";
        if (link.origin !== origin || seen.has(link.href)) return;
        seen.add(link.href);
        queue.push(link.href);
      },
    });
    parser.end(text);
  };
  await new Promise<void>((resolve, reject) => {
    const pump = (): void => {
      if (active === 0 && queue.length === 0) resolve();
      while (active < concurrency && queue.length > 0) {
        active++;
        void visit(queue.shift() ?? "")
          .then(() => active--)
          .then(pump, reject);
      }
    };
    pump();
  });
  await pool.close();
}
