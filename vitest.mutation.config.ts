import { defineConfig } from "vitest/config";

// The tests of the mutated folders. Those of the laws would kill more, but take minutes for each mutant.
export default defineConfig({
  test: {
    include: ["test/service/**/*.test.ts", "test/layers/**/*.test.ts"],
    isolate: false,
    testTimeout: 120_000,
  },
});
