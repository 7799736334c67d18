import { describe, expect, it } from "vitest";

import { HttpResponse, type HttpResponseInit } from "../../../src/http/message.ts";
import { Evidence } from "../../../src/http/waf/evidence.ts";
import {
  code,
  cookie,
  header,
  oneOf,
  opening,
  refused,
  type Signal,
  status,
  text,
  title,
  untitled,
} from "../../../src/http/waf/signal.ts";

const page = '<title>Stop</title><b id="wall">You may <i>not</i> pass &#35;7</b>';

describe("signals", () => {
  it.each([
    ["refused", refused, "status 403"],
    ["status", status(401, 403), "status 403"],
    ["header", header("x-wall"), "header x-wall"],
    ["header by its value", header("X-Wall", /^high$/), "header X-Wall: high"],
    ["cookie", cookie("wall_"), "cookie wall_"],
    ["title", title("stop"), 'title "stop"'],
    ["title by a pattern", title(/^st/), 'title "stop"'],
    ["code", code('id="wall"'), 'code "id="wall""'],
    ["code by a pattern", code(/wal+/), 'code "wall"'],
    ["text", text("may not pass"), 'text "may not pass"'],
    ["text by a pattern", text(/#\d/), 'text "#7"'],
    ["opening", opening("you may not"), 'opening "you may not"'],
    ["oneOf", oneOf(title("go"), text("pass")), 'text "pass"'],
  ])("%s tells what it saw", (_, signal: Signal, seen) => {
    expect(signal(evidence({ body: page }))).toBe(seen);
  });

  it.each([
    ["status", status(401)],
    ["header", header("x-gate")],
    ["header by its value", header("x-wall", /low/)],
    ["cookie", cookie("gate_")],
    ["title that is a part", title("sto")],
    ["untitled", untitled],
    ["code that is text", code("pass")],
    ["text that is code", text("wall")],
    ["text that is half code", text("wall you")],
    ["opening that is the title", opening("stop")],
    ["opening that comes later", opening("may not")],
    ["oneOf", oneOf(title("go"), text("stay"))],
  ])("%s tells nothing of what is not there", (_, signal: Signal) => {
    expect(signal(evidence({ body: page }))).toBeUndefined();
  });

  it("is refused from 400 up", () => {
    expect(refused(evidence({ status: 399 }))).toBeUndefined();
    expect(refused(evidence({ status: 400 }))).toBe("status 400");
  });

  it("is untitled without a title, and without a page", () => {
    expect(untitled(evidence({ body: "<title></title>" }))).toBe("no title");
    expect(untitled(evidence({}))).toBe("no title");
  });
});

function evidence(init: Partial<HttpResponseInit>): Evidence {
  const headers = { "x-wall": "High", "set-cookie": ["a=b", "wall_1=c; path=/"] };
  return new Evidence(
    new HttpResponse({ url: "https://shop.test/", status: 403, headers, ...init }),
  );
}
