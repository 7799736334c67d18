import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";

import type { Subject } from "../subject.ts";

/** Files by folder, in the order in which they were written. */
const written = new Map<string, Set<string>>();

/** What any cache in files stands on: a bare read, a write with a rename, an unlink. It keeps bodies only. */
export const plain: Subject = {
  name: "bare files",
  evicts: true,
  async open(dir, maxEntries) {
    const digits = Array.from("0123456789abcdef");
    for (const outer of digits) {
      for (const inner of digits) mkdirSync(`${dir}/${outer}/${inner}`, { recursive: true });
    }
    const files = written.get(dir) ?? new Set<string>();
    written.set(dir, files);
    const names = new Map<string, string>(); // of what is no work of theirs, the cost is not theirs
    const nameOf = (path: string): string => {
      const name = names.get(path) ?? createHash("md5").update(path).digest("hex");
      names.set(path, name);
      return `${dir}/${name.charAt(0)}/${name.charAt(1)}/${name}`;
    };
    return {
      get(path) {
        try {
          return readFileSync(nameOf(path));
        } catch {
          return undefined;
        }
      },
      put(path, body) {
        const file = nameOf(path);
        writeFileSync(`${file}.tmp`, body);
        renameSync(`${file}.tmp`, file);
        files.add(file);
        for (const oldest of files) {
          if (files.size <= maxEntries) break;
          unlinkSync(oldest);
          files.delete(oldest);
        }
      },
      close() {},
    };
  },
};
