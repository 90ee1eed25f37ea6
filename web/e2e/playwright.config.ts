import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { BASE_URL } from './support/base-url.ts';

/** Debian's browsers. The first is made for tests: it has no windows and opens a page in half the time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const ACTION_MS = 30_000;
/** Timeouts for a busy machine. */
const TIMEOUTS = { timeout: 120_000, expect: { timeout: 15_000 } };
const LONG = 'long-feed.e2e.ts';

const LAUNCH_OPTIONS = {
  executablePath: process.env.E2E_CHROMIUM ?? PROGRAMS.find(existsSync),
  // No sandbox (root), and no background requests.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  reporter: 'list',
  retries: 0,
  reportSlowTests: null,
  // Each worker runs its own Chromium. A journey waits for a part of its time, so it takes three to keep two cores busy.
  workers: 3,
  use: {
    baseURL: BASE_URL,
    actionTimeout: ACTION_MS,
    navigationTimeout: ACTION_MS,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: LAUNCH_OPTIONS,
  },
  projects: [
    {
      name: 'main',
      testIgnore: [/\/e2e\/(outages|composed)\//, LONG],
      // Their pages live for seconds: to optimize code costs a tenth of the processor time more than it saves. So what
      // is said of loading is not what a member has.
      use: {
        launchOptions: { ...LAUNCH_OPTIONS, args: [...LAUNCH_OPTIONS.args, '--js-flags=--no-opt'] },
      },
      ...TIMEOUTS,
    },
    {
      // Begun when all others have ended (by hand, with --no-deps, when its turn comes): its hundreds of posts
      // would hold them up, and a journey that reads Best to its end would read those, too.
      name: 'long',
      testMatch: LONG,
      dependencies: ['main'],
      ...TIMEOUTS,
    },
    {
      // Apart from the other journeys, which would fail while a process of their stack is stopped.
      name: 'outages',
      testDir: 'outages',
      workers: 1,
      timeout: 120_000,
      expect: { timeout: 30_000 },
    },
    {
      // Runs against the images of docker-compose.yml: the journeys that touch every one of
      // them, and their restarts.
      name: 'composed',
      testMatch: ['auth.e2e.ts', 'tip.e2e.ts', 'deposit.e2e.ts', 'google.e2e.ts', 'composed/*.e2e.ts'],
      // One after the other: a journey must not run during a restart.
      workers: 1,
      timeout: 600_000,
      expect: { timeout: 30_000 },
    },
  ],
});
