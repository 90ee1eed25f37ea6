import { pauseOrOnline } from '../api/pause-or-online';

const PAUSES_MS = [300, 1000, 3000];
const PROBE_PAUSE_MS = 3000;

/**
 * Imports a part of the page; tries again after a while when that fails. Without a network it waits for one
 * before it imports, but a service worker may have the file and is asked first. A browser remembers a failed
 * import for as long as the page lives (whatwg/html#6768), so a further attempt uses another address of the
 * same file. @throws the last error
 */
export async function importPart<Module>(load: () => Promise<Module>): Promise<Module> {
  if (!hasWorker()) await untilReachable();
  let attempt = load();
  for (const [again, pause] of PAUSES_MS.entries()) {
    try {
      return await attempt;
    } catch (error) {
      await wait(pause);
      await untilReachable();
      attempt = importAgain(error, `again=${Date.now()}-${again}`) ?? load();
    }
  }
  return attempt;
}

/**
 * Imports the file that an error names, by an address that has not failed yet. Browsers whose errors name no
 * file do not remember failures.
 */
function importAgain<Module>(error: unknown, query: string): Promise<Module> | null {
  const [address] = /https?:\/\/[^\s?]+\.js/.exec(String(error)) ?? [];
  return address ? (import(/* @vite-ignore */ `${address}?${query}`) as Promise<Module>) : null;
}

/** Browsers have no service workers on a page without TLS. */
const hasWorker = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Resolves at once when there may be a network; otherwise when the site can be reached again. */
async function untilReachable(): Promise<void> {
  while (!navigator.onLine && !(await isReachable())) {
    await pauseOrOnline(PROBE_PAUSE_MS);
  }
}

/**
 * Returns whether the site responds: a browser may report that it is offline although the
 * site is on the same machine.
 */
const isReachable = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  );

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
