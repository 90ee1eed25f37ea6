// @ts-check
/// <reference lib="webworker" />
/* global self, caches, Request, Response -- a service worker has them */
// Lets the page open without a network, with the feeds that were read last. It holds the files of one build: while an old page
// is open it finds its old parts here, and the worker of the next build waits until that page is closed.

/** @type {{ shell: string[], parts: string[] }} */
// eslint-disable-next-line no-undef -- filled in by build/service-worker.ts
const FILES = __FILES__;
const FILES_CACHE = 'files-__VERSION__';
const FEEDS_CACHE = 'feeds';

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** A line that is slower than this shows the page and the feeds from here. */
const WAIT_MS = 4000;
const PAUSES_MS = [500, 1500];
const AT_ONCE = 3;
/** The first pages of the feeds that everybody may read; nothing that belongs to a member is kept. */
const FEEDS = ['/api/posts/best?range=all&cursor=', '/api/posts/new?cursor='];
/** The last late feed of each page and address, for a page that begins to listen after it came. */
const late = new Map();

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(?:api|assets|static)\//.test(pathname)) event.respondWith(openPage(request));
  } else if (pathname.startsWith('/assets/') || FILES.shell.includes(pathname)) {
    event.respondWith(readFile(event));
  } else if (FEEDS.includes(pathname + search) && !request.headers.has('Authorization')) {
    event.respondWith(readFeed(event));
  }
});
worker.addEventListener('message', ({ source }) => {
  for (const { client, message } of late.values()) if (client.id === source?.id) client.postMessage(message);
});

/** The page itself has to be there; its later parts are fetched a few at a time, and may be missing. */
async function install() {
  const cache = await caches.open(FILES_CACHE);
  await Promise.all(FILES.shell.map((path) => keep(cache, path)));
  await checkPage(cache);
  const parts = [...FILES.parts];
  const work = async () => {
    for (let path = parts.shift(); path !== undefined; path = parts.shift()) {
      await keep(cache, path).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * While a release rolls out, the page may come from a server of another release, and its program is not here. The browser installs
 * the worker again later. @param {Cache} cache
 */
async function checkPage(cache) {
  const page = (await (await cache.match('/'))?.text()) ?? '';
  const isOwn = FILES.shell.every((path) => !path.startsWith('/assets/') || page.includes(path));
  if (!isOwn) throw new Error('The page is of another release');
}

/** What an earlier build had under the same name is the same. @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const known = path.startsWith('/assets/') ? await caches.match(path) : undefined;
  if (known) await cache.put(path, known);
  else await cache.add(new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' }));
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name !== FILES_CACHE && name !== FEEDS_CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** The newest page where the line is quick enough, otherwise the one of this build. @param {Request} request */
async function openPage(request) {
  const response = await inTime(fetch(request).catch(() => null));
  if (response && response.status < 500) return response;
  return (await findCopy('/', { cacheName: FILES_CACHE })) ?? response ?? fetch(request);
}

/**
 * From what is kept; otherwise from the site, again after a while where that fails, or where the server that was asked is of another
 * release than the page and has no such file. @param {FetchEvent} event
 */
async function readFile(event) {
  const { request } = event;
  const known = await findCopy(request, { ignoreSearch: true });
  if (known) return known;
  for (const ms of PAUSES_MS) {
    const response = await fetch(request).catch(() => null);
    if (response && response.status < 500 && response.status !== 404)
      return stored(event, FILES_CACHE, response);
    await pause(ms);
  }
  return stored(event, FILES_CACHE, await fetch(request));
}

/**
 * As the site answers now; without a response, or with one that takes long, as it did last. What comes late is kept for
 * the next time, and the page is told of it. @param {FetchEvent} event
 */
async function readFeed(event) {
  const { request } = event;
  const askedAt = Date.now();
  const asked = fetch(request).then(
    (response) => stored(event, FEEDS_CACHE, response),
    () => null,
  );
  event.waitUntil(asked);
  const known = await findCopy(request.url, { cacheName: FEEDS_CACHE });
  const response = await (known ? inTime(asked) : asked);
  if (response && response.status < 502) return response;
  if (!known) return response ?? Response.error();
  event.waitUntil(tellLater(event, { asked, askedAt, known: known.clone() }).catch(() => undefined));
  return known;
}

/**
 * Sends the page that was answered with the feed of before the one that came late (src/features/feed/use-late-feeds.ts):
 * if the page read it again, that could take as long.
 * @param {FetchEvent} event @param {{ asked: Promise<Response | null>, askedAt: number, known: Response }} question
 */
async function tellLater({ request, clientId }, { asked, askedAt, known }) {
  const response = await asked;
  const client = await worker.clients.get(clientId);
  if (!response?.ok || !client) return;
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const message = {
    kind: 'late-feed',
    path,
    askedAt,
    before: await known.json(),
    page: await response.json(),
  };
  late.set(clientId + path, { client, message });
  client.postMessage(message);
}

/** The response, or null where it takes too long. @param {Promise<Response | null>} response */
const inTime = (response) => Promise.race([response, pause(WAIT_MS)]);

/** Null, after this time. @param {number} ms @returns {Promise<null>} */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms, null));

/**
 * What is kept; where the storage cannot be read, nothing.
 * @param {RequestInfo} request @param {MultiCacheQueryOptions} options
 */
const findCopy = (request, options) => caches.match(request, options).catch(() => undefined);

/**
 * The response, of which a copy is written beside the answer; a full storage keeps none.
 * @param {FetchEvent} event @param {string} name @param {Response} response
 */
function stored(event, name, response) {
  if (response.ok) {
    const copy = response.clone();
    const work = caches.open(name).then((cache) => cache.put(event.request.url, copy));
    event.waitUntil(work.catch(() => undefined));
  }
  return response;
}
