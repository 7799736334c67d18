import { systemClock } from "../../../src/service/clock.ts";
import { Context } from "../../../src/service/context.ts";

const hour = 3_600_000;
systemClock.timer(() => {}, hour)[Symbol.dispose]();
systemClock.timer(() => {}, 2 ** 40)[Symbol.dispose]();
systemClock.timer(() => {}, Infinity);
await new Context().withTimeout(hour, async () => {});
process.stdout.write("done");
