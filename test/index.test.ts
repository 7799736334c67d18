import { expect, it } from "vitest";

import * as engine from "../src/engine/index.ts";
import * as html from "../src/html/index.ts";
import * as http from "../src/http/index.ts";
import * as pagoda from "../src/index.ts";
import * as layers from "../src/layers/index.ts";
import * as service from "../src/service/index.ts";

it("the package has the names of service, layers, http, html and engine", () => {
  expect({ ...pagoda }).toEqual({ ...service, ...layers, ...http, ...html, ...engine });
});
