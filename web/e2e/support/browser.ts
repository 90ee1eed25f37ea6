import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The address of the running stack under test. */
export const BASE_URL = process.env.E2E_BASE_URL ?? 'http://localhost:8080';

/** Debian's: the first is made for tests, has no windows and opens a page in half the time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** A Chromium without sandbox (root) and without requests of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? PROGRAMS.find(existsSync),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
