import { pauseOrOnline } from '../api/pause-or-online';

const PAUSES_MS = [300, 1000, 3000];
const PROBE_PAUSE_MS = 3000;

/**
 * Imports a part of the page, again after a while where that fails. Without a network it waits for one rather than ask:
 * a browser remembers a failed import for as long as the page lives (whatwg/html#6768), so a further attempt asks for
 * another address of the same file. @throws the last error
 */
export async function importPart<Module>(load: () => Promise<Module>): Promise<Module> {
  await untilReachable();
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

/** The file that an error is about, by an address of which nothing is remembered; browsers that name no file forget failures. */
function importAgain<Module>(error: unknown, query: string): Promise<Module> | null {
  const [address] = /https?:\/\/[^\s?]+\.js/.exec(String(error)) ?? [];
  return address ? (import(/* @vite-ignore */ `${address}?${query}`) as Promise<Module>) : null;
}

/** Browsers have none of it on a page without TLS. */
const hasWorker = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** At once where there may be a network, or a service worker that has the files; else when the site can be reached again. */
async function untilReachable(): Promise<void> {
  while (!navigator.onLine && !hasWorker() && !(await isReachable())) {
    await pauseOrOnline(PROBE_PAUSE_MS);
  }
}

/** A browser may think that it is offline beside a site on its own machine. */
const isReachable = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  );

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
