import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.e2e.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file drives a Chromium of its own; two keep two cores busy beside the stack.
    maxWorkers: 2,
    expect: { poll: { timeout: 15_000, interval: 100 } },
  },
});
