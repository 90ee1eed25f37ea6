import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { mary, signInAs } from '../../test-members';
import { watchRegions } from '../../test-regions';
import { ExportSection } from './export-section';

const PATH = '/api/users/me/export';
const NONE = {
  status: 'none',
  progress: { done: 0, of: 0 },
  requested_at: null,
  bytes: null,
  expires_at: null,
};
const RUNNING = {
  ...NONE,
  status: 'running',
  progress: { done: 1, of: 4 },
  requested_at: '2026-11-24T12:00:00.000Z',
};
const READY = {
  ...RUNNING,
  status: 'ready',
  progress: { done: 4, of: 4 },
  bytes: 1_234_567,
  expires_at: '2026-11-25T12:00:00.000Z',
};

const responses = new Map<string, Response[]>();
const sent: string[] = [];
const saved: { name: string; content: Blob }[] = [];

const respond = (call: string, ...bodies: unknown[]) =>
  responses.set(
    call,
    bodies.map((body) => new Response(typeof body === 'string' ? body : JSON.stringify(body))),
  );

signInAs(mary);
beforeEach(() => {
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    const call = `${method} ${path}`;
    sent.push(call);
    const bodies = responses.get(call) ?? [];
    const found = bodies.length > 1 ? bodies.shift() : bodies[0];
    return Promise.resolve(
      found?.clone() ?? new Response('{"error":"It is gone.","code":"EXPORT_EXPIRED"}', { status: 410 }),
    );
  });
  let content: Blob | null = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:the-file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (content) saved.push({ name: this.download, content });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  responses.clear();
  sent.length = 0;
  saved.length = 0;
});

function open() {
  render(<ExportSection />, { wrapper: inClient() });
  return userEvent.setup();
}

it('a copy is asked for, is seen to be made, and is there to be downloaded', async () => {
  respond(`GET ${PATH}`, NONE, { ...RUNNING, progress: { done: 2, of: 4 } }, READY);
  respond(`POST ${PATH}`, RUNNING);
  respond(`GET ${PATH}/download`, 'the zip');
  const person = open();
  await person.click(await screen.findByRole('button', { name: 'Make a copy of my data' }));
  const bar = await screen.findByRole('progressbar', { name: 'Collected' });
  expect([bar.ariaValueNow, bar.ariaValueMax]).toEqual(['1', '4']);
  expect(screen.queryByRole('button')).toBeNull();
  const download = await screen.findByRole('button', { name: /Download \(1\.2 MB\)/ });
  expect(screen.getByText(/Your copy is ready until November 25, 2026 at /)).toBeTruthy();
  await person.click(download);
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['likewell-data.zip']));
  expect(await saved[0]?.content.text()).toBe('the zip');
});

it('a copy that has gone meanwhile is said to be gone, in the server’s words', async () => {
  respond(`GET ${PATH}`, READY, { ...READY, status: 'expired' });
  const person = open();
  await person.click(await screen.findByRole('button', { name: /Download/ }));
  expect(await screen.findByText('The 24 hours of your last copy are over.')).toBeTruthy();
  expect(saved).toEqual([]);
  expect(screen.getByRole('button', { name: 'Make a copy of my data' })).toBeTruthy();
});

it('a copy that could not be made may be asked for again', async () => {
  respond(`GET ${PATH}`, { ...RUNNING, status: 'failed' });
  respond(`POST ${PATH}`, RUNNING);
  const person = open();
  expect(await screen.findByText('The copy could not be made. Please try again.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Make a copy of my data' }));
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  expect(sent).toContain(`POST ${PATH}`);
});

/** Loses the response to each request for a copy. */
function loseResponses() {
  const server = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await server(path, init);
    if (init.method === 'POST') throw new TypeError('Failed to fetch');
    return response;
  });
}

it('a copy that is being made, though the response was lost, is seen, and not called a failure', async () => {
  respond(`GET ${PATH}`, NONE, RUNNING, READY);
  loseResponses();
  const person = open();
  await person.click(await screen.findByRole('button', { name: 'Make a copy of my data' }));
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByRole('button', { name: /Download/ }, { timeout: 3000 })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a copy that nobody knows to be requested is to be asked for again, though nothing can be read', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  respond(`GET ${PATH}`, NONE);
  loseResponses();
  const person = open();
  const button = await screen.findByRole('button', { name: 'Make a copy of my data' });
  responses.clear();
  await person.click(button);
  await waitFor(() => expect(logged).toHaveBeenCalled());
  expect((await screen.findByRole('alert')).textContent).toBe('No answer came. Please try again.');
});

it.each([
  ['is ready', READY, /^Your copy is ready until/],
  ['could not be made', { ...RUNNING, status: 'failed' }, /^The copy could not be made/],
])('that a copy is being made, and that it %s, is read out', async (_, outcome, text) => {
  respond(`GET ${PATH}`, NONE, RUNNING, outcome);
  respond(`POST ${PATH}`, RUNNING);
  const person = open();
  const button = await screen.findByRole('button', { name: 'Make a copy of my data' });
  const isReadOut = watchRegions();
  await person.click(button);
  await isReadOut(/^Your data is being collected/);
  await isReadOut(text);
});
