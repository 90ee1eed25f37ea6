import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import type { Rolldown } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFiles } from './service-worker.ts';

const CODE = 'const FILES = __FILES__; const NAME = "files-__VERSION__";';
const html = (script: string) =>
  `<script type="module" crossorigin src="/assets/${script}"></script><link rel="stylesheet" crossorigin href="/assets/a.css">`;
const chunk = (fileName: string, code: string) => ({ type: 'chunk', fileName, code }) as Rolldown.OutputChunk;
const bundle = {
  'assets/first.js': chunk('assets/first.js', 'x'.repeat(300_000)),
  'assets/part.js': chunk('assets/part.js', 'x'),
  'assets/huge.js': chunk('assets/huge.js', 'x'.repeat(100_001)),
} as Rolldown.OutputBundle;

const filesOf = (code: string) =>
  JSON.parse(/FILES = (.*?);/.exec(code)?.[1] ?? '') as { shell: string[]; parts: string[] };

describe('the service worker of a build', () => {
  it('keeps what the page begins with, and of its parts all but the largest', () => {
    const { shell, parts } = filesOf(withFiles(CODE, html('first.js'), bundle));
    expect(shell).toEqual(
      expect.arrayContaining(['/', '/assets/first.js', '/assets/a.css', '/manifest.webmanifest']),
    );
    expect(parts).toEqual(['/assets/part.js']);
  });

  it('is another one for another build, and the same for the same', () => {
    const made = (script: string) => withFiles(CODE, html(script), bundle);
    expect(made('first.js')).toBe(made('first.js'));
    expect(made('first.js')).not.toBe(made('other.js'));
  });

  it('fails the build where a place was not filled in', () => {
    expect(() => withFiles(`${CODE} __OTHER__`, html('first.js'), bundle)).toThrow(/not filled in/);
  });
});

const workerCode = async () =>
  withFiles(await readFile('service-worker/service-worker.js', 'utf8'), html('first.js'), bundle);

describe('the installed worker', () => {
  /** Runs the installation of a build's worker at a site that has its files and answers with this page. */
  async function install(page: string): Promise<void> {
    const code = await workerCode();
    const { shell } = filesOf(code);
    const kept = new Map<string, Response>();
    const cache = {
      add: ({ path }: { path: string }) => {
        if (!shell.includes(path)) throw new TypeError('Not found');
        kept.set(path, new Response(path === '/' ? page : 'a file'));
      },
      match: (path: string) => kept.get(path),
    };
    const installation = new Promise<void>((resolve, reject) => {
      const addEventListener = (name: string, listen: (event: object) => void) =>
        name === 'install' && listen({ waitUntil: (work: Promise<void>) => void work.then(resolve, reject) });
      runInNewContext(code, {
        self: { addEventListener },
        caches: { open: () => cache, match: () => undefined },
        Request: class {
          constructor(readonly path: string) {}
        },
      });
    });
    return installation;
  }

  it('has the page and its program', async () => {
    await expect(install(html('first.js'))).resolves.toBeUndefined();
  });

  it('is none with the page of another release, whose program it lacks', async () => {
    await expect(install(html('former.js'))).rejects.toThrow('The page is of another release');
  });
});

const ORIGIN = 'https://likewell.test';
const ASSET = '/assets/later.js';
const FEED = '/api/posts/best?range=all&cursor=';

describe('a request through the worker', () => {
  const fetched = vi.fn<() => Promise<Response>>();
  const put = vi.fn<(url: string, copy: Response) => Promise<void>>();
  /** What the storage has under this address. */
  const match = vi.fn<(url: string) => Promise<Response | undefined>>();
  /** What the page that asked is told. */
  const told = vi.fn<(message: unknown) => void>();

  beforeEach(() => {
    vi.useFakeTimers();
    fetched.mockImplementation(() => Promise.resolve(new Response('of the site')));
    put.mockResolvedValue();
    match.mockResolvedValue(undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.resetAllMocks();
  });

  /** Asks the worker for this address; returns its answer, the work that it goes on with, and what a page does later. */
  async function ask(path: string) {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    const event = {
      request: new Request(`${ORIGIN}${path}`),
      clientId: 'asking',
      respondWith: (response: Promise<Response>) => (answer = response),
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
    };
    const listeners: Record<string, (asked: object) => void> = {};
    const addEventListener = (name: string, listener: (asked: object) => void) =>
      (listeners[name] = listener);
    runInNewContext(await workerCode(), {
      self: {
        addEventListener,
        location: { origin: ORIGIN },
        clients: {
          get: (id: string) => Promise.resolve(id === 'asking' ? { id, postMessage: told } : undefined),
        },
      },
      caches: {
        open: (name: string) => match(name).then(() => ({ put })),
        match: (asked: string | Request) => match(typeof asked === 'string' ? asked : asked.url),
      },
      Date,
      Response,
      URL,
      fetch: fetched,
      setTimeout,
    });
    listeners.fetch?.(event);
    if (answer === undefined) throw new Error('The worker leaves this request to the browser');
    const listen = (id: string) => listeners.message?.({ source: { id } });
    return { answer, work, listen };
  }
  const after = (ms: number) =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('late')), ms));

  it.each([ASSET, FEED])('is answered and kept: %s', async (path) => {
    const { answer, work } = await ask(path);
    expect(await (await answer).text()).toBe('of the site');
    await Promise.all(work);
    expect(put).toHaveBeenCalledOnce();
    expect(await put.mock.calls[0]?.[1].text()).toBe('of the site');
  });

  it.each([ASSET, FEED])('is answered where the storage is full: %s', async (path) => {
    put.mockRejectedValue(new DOMException('Quota exceeded.', 'QuotaExceededError'));
    const { answer, work } = await ask(path);
    expect((await answer).status).toBe(200);
    await expect(Promise.all(work)).resolves.toBeDefined();
  });

  it.each([ASSET, FEED])('is answered where the storage cannot be read: %s', async (path) => {
    match.mockRejectedValue(new DOMException('The database is damaged.', 'UnknownError'));
    const { answer, work } = await ask(path);
    expect((await answer).status).toBe(200);
    await expect(Promise.all(work)).resolves.toBeDefined();
  });

  it('is answered with the feed of before where the site takes long, and what comes late is kept', async () => {
    match.mockImplementation((url) =>
      Promise.resolve(url === `${ORIGIN}${FEED}` ? new Response('of before') : undefined),
    );
    fetched.mockReturnValue(after(10_000));
    const { answer, work } = await ask(FEED);
    let answered: Response | undefined;
    void answer.then((response) => (answered = response));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await answered?.text()).toBe('of before');
    expect(put).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(6000);
    await Promise.all(work);
    expect(await put.mock.calls[0]?.[1].text()).toBe('late');
  });

  it('waits for the site where no feed is kept', async () => {
    fetched.mockReturnValue(after(10_000));
    const { answer, work } = await ask(FEED);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await (await answer).text()).toBe('late');
    await Promise.all(work);
    expect(told).not.toHaveBeenCalled();
  });

  /** Asks for a feed that is kept, which the site answers after this time; returns when all work is done. */
  async function askForKept(response: () => Response, ms: number) {
    match.mockImplementation(() => Promise.resolve(Response.json(before)));
    fetched.mockReturnValue(new Promise((resolve) => setTimeout(() => resolve(response()), ms)));
    const { answer, work, listen } = await ask(FEED);
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(work);
    return { answered: (await (await answer).json()) as unknown, listen };
  }
  const before = { items: [], nextCursor: 'of before' };
  const late = { items: [], nextCursor: null };

  it('tells the page what it was answered with and what came late, once more when it begins to listen', async () => {
    const askedAt = Date.now();
    const { answered, listen } = await askForKept(() => Response.json(late), 4100);
    expect(answered).toEqual(before);
    const message = { kind: 'late-feed', path: FEED, askedAt, before, page: late };
    expect(told.mock.calls).toEqual([[message]]);
    listen('another');
    expect(told.mock.calls).toEqual([[message]]);
    listen('asking');
    expect(told.mock.calls).toEqual([[message], [message]]);
  });

  it.each([
    ['a response in time', () => Response.json(late), 3000],
    ['a late failure', () => Response.json(late, { status: 503 }), 10_000],
    ['a failure in time', () => Response.json(late, { status: 503 }), 100],
    ['a late page of another network', () => new Response('<p>Log in</p>'), 10_000],
  ])('tells the page nothing after %s', async (_what, response, ms) => {
    const { listen } = await askForKept(response, ms);
    listen('asking');
    expect(told).not.toHaveBeenCalled();
  });
});
