import { type LayerEvent, layerEvents } from "../../src/service/events.ts";

/** What layers publish while `work` runs. */
export async function eventsDuring(work: () => Promise<unknown>): Promise<readonly LayerEvent[]> {
  const events: LayerEvent[] = [];
  const listen = (event: unknown): void => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is published
    events.push(event as LayerEvent);
  };
  layerEvents.subscribe(listen);
  try {
    await work();
  } finally {
    layerEvents.unsubscribe(listen);
  }
  return events;
}
