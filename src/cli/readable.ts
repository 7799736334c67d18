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
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const decimals = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(decimals)} ${units[unit] ?? ""}`;
}

const units = ["B", "kB", "MB", "GB", "TB"];

/** A time that has passed: `850 ms`, `12.3 s`, `3:07`, `1:02:03`. */
export function readableTime(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return hours === 0 ? tail : `${hours}:${tail.padStart(5, "0")}`;
}
