/** A count with its thousands apart: `12,345`. */
export function readableCount(count: number): string {
  return count.toLocaleString("en");
}

/** `1 page`, `2 pages`. */
export function counted(count: number, thing: string): string {
  return `${readableCount(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** Bytes to three digits: `512 B`, `12.3 kB`, `1.23 MB`. */
export function readableBytes(bytes: number): string {
  const steps = ["B", "kB", "MB", "GB", "TB"];
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), steps.length - 1);
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toPrecision(3)} ${steps[step] ?? ""}`;
}

/** A time that has passed: `850 ms`, `12.3 s`, `3:07`, `1:02:03`. */
export function readableTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return hours === 0 ? tail : `${hours}:${tail.padStart(5, "0")}`;
}
