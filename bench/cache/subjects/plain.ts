import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";

import type { Subject } from "../subject.ts";

/** What any cache in files stands on: a bare read, and a write with a rename. It keeps bodies only. */
export const plain: Subject = {
  name: "bare files",
  evicts: false,
  async open(dir) {
    const digits = Array.from("0123456789abcdef");
    for (const outer of digits) {
      for (const inner of digits) mkdirSync(`${dir}/${outer}/${inner}`, { recursive: true });
    }
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
      },
      close() {},
    };
  },
};
