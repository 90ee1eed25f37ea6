import { defineConfig } from 'vitest/config';

/** Against the images of docker-compose.yml: the journeys that touch every one of them, then their restarts. */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    include: ['auth.e2e.ts', 'tip.e2e.ts', 'deposit.e2e.ts', 'google.e2e.ts', 'composed/*.e2e.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    // One after the other: a restart is no time for another journey.
    fileParallelism: false,
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
});
