import { type HttpRequest, HttpResponse } from "pagoda/http";
import { ServiceBuilder, type Stack } from "pagoda/service";
import { VirtualClock } from "pagoda/testing";

/** Pages in memory and in virtual time, any that are asked for. */
export interface MemorySite {
  readonly clock: VirtualClock;
  readonly service: Stack<HttpRequest, HttpResponse>;
}

export function memorySite(): MemorySite {
  const clock = new VirtualClock();
  const service = ServiceBuilder.for<HttpRequest, HttpResponse>().service(
    async ({ url }) => new HttpResponse({ url, status: 200 }),
    { clock },
  );
  return { clock, service };
}

/** Waits on a virtual clock. */
export function pause(clock: VirtualClock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.timer(resolve, ms));
}
