import { mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { DiskCache } from "../../src/layers/disk-cache/disk-cache.ts";
import { entry } from "../layers/cache/cache-store-behaviour.ts";
import { plantLookalikes, plantVersion } from "../support/other-versions.ts";
import { folder, pagoda } from "./command.ts";

const now = Date.now();

describe("pagoda cache", { concurrent: true }, () => {
  it("lists what is kept in the order of URLs: status, size, age, request, variant", async () => {
    await using dir = await filled();
    const { code, stdout } = await pagoda(["cache", "ls", dir.path]);
    expect(code).toBe(0);
    const [first, second, ...others] = stdout.trimEnd().split("\n");
    expect(first).toMatch(/^404 +[\d.]+ kB +\d:\d\d {2}GET {2}http:\/\/a\.test\/$/);
    expect(second).toMatch(/^200 .* HEAD {2}http:\/\/b\.test\/ {2}\[accept: text\/html\]$/);
    expect(others).toHaveLength(1);
  });

  it("shows neither the secrets of a URL nor credentials that set variants apart, whoever stored them", async () => {
    await using dir = await filled();
    for (const json of [[], ["--json"]]) {
      const { stdout } = await pagoda(["cache", "ls", dir.path, ...json]);
      expect(stdout).not.toMatch(/hunter2|Bearer/);
      expect(stdout).toMatch(/key=REDACTED/);
      expect(stdout).toMatch(/authorization"?: ?"?#[\da-f]{8}/);
    }
  });

  it("lists what is kept as lines of JSON", async () => {
    await using dir = await filled();
    const { stdout } = await pagoda(["cache", "ls", "--json", dir.path]);
    const listed: unknown[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(listed[1]).toEqual({
      method: "HEAD",
      url: "http://b.test/",
      status: 200,
      bytes: expect.any(Number),
      ageMs: expect.any(Number),
      freshUntil: null,
      variant: { accept: "text/html" },
    });
  });

  it("tells how much is kept, of how much that may be", async () => {
    await using dir = await filled();
    const { code, stdout } = await pagoda(["cache", "stat", dir.path]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^entries 3 of 50\nsize {4}[\d.]+ kB of 1\.00 MB\n/);
    expect(stdout).toMatch(/^oldest {2}.* ago {2}http:\/\/a\.test\/$/m);
    expect(stdout).toMatch(/^newest {2}.* ago {2}http:\/\/c\.test\/\?key=REDACTED$/m);
    const { stdout: json } = await pagoda(["cache", "stat", "--json", dir.path]);
    expect(JSON.parse(json)).toMatchObject({ entries: 3, maxEntries: 50, maxBytes: 1_000_000 });
  });

  it("finds each entry that is broken, and removes it with --repair", async () => {
    await using dir = await filled();
    const verify = ["cache", "verify", dir.path];
    expect((await pagoda(verify)).stdout).toMatch(/^3 whole \([\d.]+ kB\), 0 broken, /);
    const [path = ""] = await entriesIn(dir.path);
    await truncate(path, 10);
    expect(await pagoda(verify)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^broken {4}v1-.*\n2 whole .* 1 broken/),
    });
    expect(await pagoda([...verify, "--repair"])).toMatchObject({ code: 1 });
    const { code, stdout } = await pagoda([...verify, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ whole: 2, broken: [], unlisted: 0, missing: 0 });
  });

  it("removes all that is the cache's own, and nothing else", async () => {
    await using dir = await filled();
    const [path = ""] = await entriesIn(dir.path);
    const theirs = join(path, "..", "notes.txt");
    await writeFile(theirs, "mine");
    await writeFile(join(dir.path, "mine.txt"), "mine");
    const { code, stdout } = await pagoda(["cache", "clear", dir.path]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^removed 3 entries, [\d.]+ kB\n$/),
    });
    const left = await readdir(dir.path, { recursive: true, withFileTypes: true });
    expect(left.filter((found) => found.isFile()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["mine.txt", "notes.txt"]),
    );
    expect(left).toHaveLength(4); // with the two folders above the notes
  });

  it("removes what another version has left, and nothing that a user has by chance under such names", async () => {
    await using dir = await folder();
    plantVersion(dir.path, 1);
    plantVersion(dir.path, 7);
    const theirs = [1, 7].flatMap((version) => plantLookalikes(dir.path, version));
    const { code, stdout } = await pagoda(["cache", "clear", dir.path]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "removed 2 entries, 28 B\n" });
    const left = await readdir(dir.path, { recursive: true, withFileTypes: true });
    const files = left.filter((found) => found.isFile());
    expect(files.map(({ name, parentPath }) => join(parentPath, name)).toSorted()).toEqual(
      theirs.toSorted(),
    );
  });

  it("shows no character that a terminal would obey", async () => {
    await using dir = await folder();
    using store = new DiskCache({ dir: dir.path });
    const url = "http://h.test/\u001B[2J\u009B2J\u202E";
    await store.put(`GET ${url}`, entry({ vary: { accept: "\u001B[2J" } }));
    for (const task of ["ls", "stat"]) {
      const { stdout } = await pagoda(["cache", task, dir.path]);
      expect(stdout).toMatch(/h\.test/);
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      const json = await pagoda(["cache", task, "--json", dir.path]);
      expect(json.stdout).toMatch(/h\.test/);
      expect(json.stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });

  it("follows no link out of the folder", async () => {
    await using dir = await filled();
    await using other = await folder();
    const [path = ""] = await entriesIn(dir.path);
    const outside = join(other.path, path.slice(-32));
    await writeFile(outside, await readFile(path));
    await mkdir(join(other.path, "0"));
    const taken = await readdir(dir.path);
    const free = ["v1-0", "v1-1", "v1-2", "v1-3"].find((name) => !taken.includes(name)) ?? "";
    await symlink(other.path, join(dir.path, free));
    await pagoda(["cache", "verify", "--repair", dir.path]);
    await pagoda(["cache", "clear", dir.path]);
    expect(await stat(outside)).toBeDefined();
    expect(await stat(join(other.path, "0"))).toBeDefined();
  });

  it.each(["ls", "stat", "verify", "clear"])(
    "%s refuses a folder that is no cache",
    async (task) => {
      await using dir = await folder();
      const mine = [1, 2].flatMap((version) => plantLookalikes(dir.path, version));
      const { code, stderr } = await pagoda(["cache", task, dir.path]);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `pagoda: Expected the folder of a cache: got ${dir.path}, which has none\n`,
      );
      for (const path of mine) expect(await readFile(path, "utf8")).toBe("years of work");
      expect((await pagoda(["cache", task, join(dir.path, "missing")])).code).toBe(2);
    },
  );

  it("says what it can do", async () => {
    const { code, stdout } = await pagoda(["cache", "--help"]);
    expect(code).toBe(0);
    for (const task of ["ls", "stat", "verify", "clear"]) expect(stdout).toContain(`\n  ${task} `);
    expect((await pagoda(["cache"])).code).toBe(2);
    expect((await pagoda(["cache", "frob"])).code).toBe(2);
  });
});

/** A folder with three entries, each a minute older than the next in the order of URLs. */
async function filled(): Promise<Awaited<ReturnType<typeof folder>>> {
  const dir = await folder();
  using store = new DiskCache({ dir: dir.path, maxEntries: 50, maxBytes: 1_000_000 });
  const body = new Uint8Array(2000);
  const storedAt = now - 120_000;
  await store.put("GET http://a.test/", entry({ body, status: 404, storedAt }));
  await store.put(
    "HEAD http://b.test/",
    entry({ body, storedAt, expiresAt: Infinity, vary: { accept: "text/html" } }),
  );
  await store.put(
    "GET http://c.test/?key=hunter2",
    entry({ body, storedAt, vary: { authorization: "Bearer hunter2" } }),
  );
  return dir;
}

async function entriesIn(dir: string): Promise<readonly string[]> {
  const found = await readdir(dir, { recursive: true });
  return found.filter((path) => /[\da-f]{32}$/.test(path)).map((path) => join(dir, path));
}
