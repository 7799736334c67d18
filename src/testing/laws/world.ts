import { TimeoutError } from "../../service/errors.ts";
import { show } from "../../service/options.ts";
import { settle } from "../../service/outcome.ts";
import type { Service } from "../../service/service.ts";
import { succeed } from "../script.ts";
import type {
  AbortCommand,
  AdvanceCommand,
  AnswerCommand,
  BurstCommand,
  Command,
} from "./command.ts";
import { CountedLifetime } from "./counted-lifetime.ts";
import { type Ask, MadeCall, PLAIN } from "./made-call.ts";
import { ScriptedLeaf } from "./scripted-leaf.ts";
import { describeBurst, describeCall, describeOutcome, Story } from "./story.ts";
import { reactions, Timeline } from "./timeline.ts";

/** How a service is made of the inner one, with a layer in between. */
type Arrange = (inner: Service<string, string>, timeline: Timeline) => Service<string, string>;

const NONE: ReadonlySet<number> = new Set();

/** How often to wait for what only time can bring: doubled from a second up, which makes a century. */
const PATIENCE = 32;

/** How many answers a call takes at most, all being good. */
const MOST_ANSWERS = 10;

/** Callers, a layer, its inner service and time, while a schedule is played. Nothing in it is real. */
export class World {
  readonly story: Story = new Story();
  readonly timeline: Timeline = new Timeline();
  readonly leaf: ScriptedLeaf = new ScriptedLeaf(this.timeline);
  readonly calls: MadeCall[] = [];
  /** To which calls listen that somebody is hooked on. */
  readonly lifetime: CountedLifetime = new CountedLifetime();
  /** What the service threw, or returned instead of a promise. */
  readonly misbehaviour: string[] = [];
  /** Rejections that nobody handled meanwhile. */
  readonly unhandled: { readonly reason: unknown }[] = [];
  readonly #service: Service<string, string>;
  readonly #watch: (world: World) => void;

  /** `watch` is called at the end of every turn. */
  constructor(arrange: Arrange, watch: (world: World) => void = () => {}) {
    this.#service = arrange(this.leaf.service, this.timeline);
    this.#watch = watch;
  }

  /** Whether all calls have settled and no leaf call is open. */
  get atRest(): boolean {
    return this.leaf.openCount === 0 && this.calls.every(({ settled }) => settled);
  }

  /** Plays a schedule but for some of its calls, by number; the others keep their numbers. */
  async play(schedule: readonly Command[], without: ReadonlySet<number> = NONE): Promise<void> {
    for (const command of schedule) {
      if (command.kind === "advance") {
        this.story.tell(() => `advance ${command.ms} ms`);
        await this.pass(command.ms);
      } else {
        this.#do(command, without);
        this.timeline.turn.commands++;
        if (!command.quick) await this.endTurn();
      }
    }
    if (this.timeline.turn.commands > 0) await this.endTurn();
  }

  /** Ends all that is open with success, and lets time pass, until all is settled or hope is lost. */
  async drain(): Promise<void> {
    let answers = this.calls.length * MOST_ANSWERS;
    let idle = 0;
    while (!this.atRest && idle < PATIENCE && answers > 0) {
      if (this.leaf.openCount === 0) await this.pass(1_000 * 2 ** idle++);
      else {
        answers--;
        this.answerAll();
        await this.endTurn();
      }
    }
  }

  /** Makes a call. */
  call(ask: Ask): MadeCall {
    const { timeline } = this;
    const call = this.#register(ask);
    if (ask.aborted) call.abort(new Error(`${call.name} was aborted before`), timeline.now());
    const promise = this.#start(call);
    const deadline = timeline.clock.timer(() => {
      call.abort(new TimeoutError(ask.timeoutMs), timeline.now());
    }, ask.timeoutMs);
    void this.#follow(call, promise, deadline);
    return call;
  }

  /** Ends all leaf calls that are open with success. */
  answerAll(): void {
    for (const call of this.leaf.open) this.leaf.end(call, succeed(`response to ${call.name}`));
  }

  async endTurn(): Promise<void> {
    await reactions();
    this.#watch(this);
    this.timeline.beginTurn();
  }

  /** Lets time pass, as a turn of its own. */
  async pass(ms: number): Promise<void> {
    if (this.timeline.turn.commands > 0) await this.endTurn();
    this.timeline.beginTurn(true);
    try {
      await this.timeline.pass(ms);
    } catch (error) {
      this.misbehaviour.push(`A timer threw ${show(error)}`);
    }
    await this.endTurn();
  }

  #do(command: Exclude<Command, AdvanceCommand>, without: ReadonlySet<number>): void {
    const number = this.calls.length;
    if (command.kind === "answer") this.#answer(command);
    else if (command.kind === "abort") this.#abort(command);
    else if (command.kind === "burst") this.#burst(command, without);
    else {
      this.story.tell(() => describeCall(number, command), command.quick);
      this.#callUnless(without, command);
    }
  }

  #burst({ request, count, quick }: BurstCommand, without: ReadonlySet<number>): void {
    const number = this.calls.length;
    this.story.tell(() => describeBurst(number, count, request), quick);
    for (let n = 0; n < count; n++) this.#callUnless(without, { ...PLAIN, request });
  }

  /** One of those that are left out is counted, but not made. */
  #callUnless(without: ReadonlySet<number>, ask: Ask): void {
    if (!without.has(this.calls.length)) this.call(ask);
    else {
      const call = this.#register(ask);
      call.settled = { ...this.timeline.now(), outcome: { ok: false, error: "left out" } };
    }
  }

  #answer({ open, outcome, quick }: AnswerCommand): void {
    const calls = this.leaf.open;
    const call = calls[open % calls.length];
    if (!call) return;
    this.story.tell(() => `${call.name} ${describeOutcome(outcome)}`, quick);
    this.leaf.end(call, outcome);
  }

  #abort({ back, quick }: AbortCommand): void {
    const { length } = this.calls;
    const call = this.calls[length - 1 - (back % length)];
    if (!call?.abort(new Error(`${call.name} was aborted`), this.timeline.now())) return;
    this.story.tell(() => `abort ${call.name}`, quick);
  }

  #register(ask: Ask): MadeCall {
    const call = new MadeCall(this.calls.length, ask, this.timeline, this.lifetime);
    this.calls.push(call);
    return call;
  }

  async #follow(call: MadeCall, promise: Promise<string>, deadline: Disposable): Promise<void> {
    const outcome = await settle(promise);
    deadline[Symbol.dispose]();
    call.settled = { ...this.timeline.now(), outcome };
  }

  /** What the service returns, as a promise in any case. */
  #start(call: MadeCall): Promise<string> {
    try {
      const promise: unknown = this.#service.call(call.request, call.context);
      if (promise instanceof Promise) return promise;
      this.misbehaviour.push(`${call.name} returned ${show(promise)} instead of a promise`);
    } catch (error) {
      this.misbehaviour.push(`${call.name} threw ${show(error)} where it should reject`);
    }
    return Promise.resolve("no promise");
  }
}
