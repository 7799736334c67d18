import { loadShed } from "../../../src/layers/load-shed.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";

process.on("warning", ({ name, ...warning }) => {
  process.stdout.write(`${"code" in warning ? String(warning.code) : ""} ${name}\n`);
});

const shedding = ServiceBuilder.for<string, string>().layer(loadShed());
for (let n = 0; n < 3; n++) shedding.service(async (request) => request);
