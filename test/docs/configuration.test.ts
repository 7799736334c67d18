import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { readConfig } from "../../src/cli/config/config-file.ts";
import { allSettings } from "../../src/cli/config/settings.ts";
import { configurationPage } from "./configuration-page.ts";

describe("docs/configuration.md", () => {
  it("is what `npm run docs` writes", async () => {
    expect(await readFile("docs/configuration.md", "utf8")).toBe(configurationPage());
  });

  it("tells of every option", () => {
    const page = configurationPage();
    for (const { key, variable } of allSettings()) {
      expect(page).toContain(`| \`${key}\``);
      expect(page).toContain(`| \`${variable}\``);
    }
  });

  it("shows a file that can be read, and errors as they are told", () => {
    const [, toml = ""] = /^```toml\n(.*?)^```$/ms.exec(configurationPage()) ?? [];
    expect(readConfig(toml, "pagoda.toml")).toHaveLength(7);
    const told = [toml.replace("max-pages", "max-page"), toml.replace("500ms", "soon")].map(
      (wrong) => {
        try {
          return readConfig(wrong, "pagoda.toml");
        } catch (error) {
          return error instanceof Error ? `pagoda: ${error.message}` : error;
        }
      },
    );
    for (const line of told) expect(configurationPage()).toContain(line);
  });
});
