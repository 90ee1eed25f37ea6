import { defineConfig } from 'vitest/config';

/** Apart from the other journeys, which would suffer when a process of their stack stands still. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
});
