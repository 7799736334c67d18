import { LRUCache } from "lru-cache";

/** Keeps the `max` entries used last, and takes room for them as they come, not for all at once. */
export function growingLru<Value extends object>(
  max: number,
  dispose?: (value: Value, key: string) => void,
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({
    maxSize: max,
    sizeCalculation: () => 1,
    ...(dispose && { dispose }),
  });
}
