import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inPage } from '../../test-client';
import { fetchMock, json, respond, respondLater } from '../../test-fetch';
import { watchRegions } from '../../test-regions';
import type { QueueItem } from './moderation.api';
import { ReviewQueue } from './review-queue';
import { reasonWords } from './reason-words';

const SETTLED_MS = 500;

const item = (revision_id: number, changes: Partial<QueueItem> = {}): QueueItem => ({
  revision_id,
  post_id: 10 * revision_id,
  title: `Text ${revision_id}`,
  body: `Body of ${revision_id}`,
  submitted_at: '2026-11-21T12:00:00.000Z',
  is_edit: false,
  reasons: ['many-links'],
  author: {
    id: 1000,
    username: 'mary',
    avatar: '/a.webp',
    is_verified: false,
    approved_before: 0,
    rejected_before: 0,
  },
  ...changes,
});
const page = (items: QueueItem[], nextCursor: string | null = null) => respond(200, { items, nextCursor });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const open = () => render(<ReviewQueue />, { wrapper: inPage() });
const shown = (title: string) => screen.findByRole('heading', { name: title });
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const settle = () => vi.setSystemTime(Date.now() + SETTLED_MS);
const sent = () => fetchMock.mock.calls.map(([url, init]) => [url as string, init?.method, init?.body]);

it('shows the oldest first and walks to and fro, not past the ends', async () => {
  page([item(1), item(2)]);
  open();
  await shown('Text 1');
  screen.getByText('1 of 2');
  press('k');
  await shown('Text 1');
  press('j');
  await shown('Text 2');
  press('j');
  await shown('Text 2');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await shown('Text 1');
});

it('shows a text as its readers see it, who scroll past no empty lines', async () => {
  page([item(1, { body: `a${'\n'.repeat(5000)}b` })]);
  open();
  await shown('Text 1');
  for (const words of ['a', 'b']) expect(screen.getByText(words, { selector: 'p' }).textContent).toBe(words);
});

it('approves by a key, once, and goes on with the next, whose title gets the focus', async () => {
  page([item(1), item(2)]);
  open();
  await shown('Text 1');
  settle();
  respond(200, { verdict: 'approved', author: item(1).author });
  press('a');
  press('a');
  const next = await shown('Text 2');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Approved: Text 1'));
  expect(sent().slice(1)).toEqual([
    ['/api/moderation/revisions/1/decision', 'POST', JSON.stringify({ verdict: 'approve' })],
  ]);
  expect(next.matches(':focus')).toBe(true);
  screen.getByText('1 approved before');
  // The same key again, too soon to be meant for this text.
  press('a');
  await act(() => Promise.resolve());
  expect(sent()).toHaveLength(2);
});

it.each(['j', 'k'])(
  'leaves a moderator where they went by "%s" while a decision was under way',
  async (key) => {
    page([item(1), item(2), item(3), item(4), item(5)]);
    open();
    await shown('Text 1');
    press('j');
    await shown('Text 2');
    press('j');
    await shown('Text 3');
    settle();
    const arrive = respondLater();
    press('a');
    press(key);
    press(key);
    const there = key === 'j' ? 'Text 5' : 'Text 1';
    await shown(there);
    arrive(200, { verdict: 'approved', author: item(1).author });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Approved: Text 3'));
    await shown(there);
    screen.getByText(key === 'j' ? '4 of 4' : '1 of 4');
  },
);

/** Answers decisions at once; the next page comes when the test responds to one of the requests returned. */
function holdNextPage() {
  const pages: ((response: Response) => void)[] = [];
  fetchMock.mockImplementation((url) =>
    (url as string).includes('cursor=more')
      ? new Promise((resolve) => pages.push(resolve))
      : Promise.resolve(json(200, { verdict: 'approved', author: item(1).author })),
  );
  return pages;
}

it('reads out the last decision of a page before the next one has come', async () => {
  page([item(1)], 'more');
  const pages = holdNextPage();
  open();
  await shown('Text 1');
  const isReadOut = watchRegions();
  fireEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Text 1' })).toBeNull());
  await isReadOut(/^Approved:/);
  for (const arrive of pages) arrive(json(200, { items: [item(2)], nextCursor: null }));
  await shown('Text 2');
  expect(screen.getByRole('status').textContent).toBe('Approved: Text 1');
});

it('keeps a title apart from the words beside it, whatever its direction', async () => {
  const title = 'שלום!';
  page([item(1, { title })]);
  open();
  await shown(title);
  settle();
  respond(200, { verdict: 'approved', author: item(1).author });
  press('a');
  const region = screen.getByRole('status');
  expect((await within(region).findByText(title)).tagName).toBe('BDI');
});

it('rejects with the reason of a key and a note', async () => {
  page([item(1)]);
  open();
  await shown('Text 1');
  settle();
  press('r');
  press('3');
  expect(screen.getByLabelText<HTMLInputElement>(/Harassment or hate/).checked).toBe(true);
  fireEvent.change(screen.getByLabelText(/Note for the log/), { target: { value: 'Enough.' } });
  // While a rejection is open, `a` does not approve.
  press('a');
  respond(200, { verdict: 'rejected', author: item(1).author });
  fireEvent.click(screen.getByRole('button', { name: /^Reject/ }));
  await screen.findByText('Nothing waits');
  expect(sent()[1]?.[2]).toBe(JSON.stringify({ verdict: 'reject', reason: 'abuse', note: 'Enough.' }));
});

it('closes a rejection by Escape, from the note too, and gives the focus back', async () => {
  page([item(1)]);
  open();
  await shown('Text 1');
  settle();
  press('r');
  fireEvent.keyDown(screen.getByLabelText(/Note for the log/), { key: 'Escape' });
  expect(screen.queryByLabelText(/Note for the log/)).toBeNull();
  expect(screen.getByRole('button', { name: /^Reject …/ }).matches(':focus')).toBe(true);
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'leaves a rejection open at the Escape of an input method, which closes its candidates: %o',
  async (init) => {
    page([item(1)]);
    open();
    await shown('Text 1');
    settle();
    press('r');
    const note = screen.getByLabelText(/Note for the log/);
    expect(fireEvent.keyDown(note, { key: 'Escape', ...init })).toBe(true);
    expect(screen.getByLabelText(/Note for the log/)).toBe(note);
  },
);

it('tells when another moderator was first, and drops the text', async () => {
  page([item(1), item(2)]);
  open();
  await shown('Text 1');
  respond(409, { error: 'Another moderator has decided about this text already.', code: 'ALREADY_DECIDED' });
  fireEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  await shown('Text 2');
  expect(screen.getByRole('status').textContent).toBe(
    'Text 1: Another moderator has decided about this text already.',
  );
  screen.getByText('1 of 1');
});

it('keeps the text when a decision did not arrive', async () => {
  page([item(1)]);
  open();
  await shown('Text 1');
  fetchMock.mockRejectedValueOnce(new TypeError('offline'));
  fireEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('Text 1: This did not work. Please try again.'),
  );
  await shown('Text 1');
});

it('fetches the next page before the first one ends', async () => {
  page([item(1), item(2)], 'more');
  page([item(3)]);
  open();
  await shown('Text 1');
  await screen.findByText('1 of 3');
  expect(sent()[1]?.[0]).toContain('cursor=more');
});

it('keeps a decision that comes while the next page is on its way', async () => {
  page([item(1), item(2)], 'more');
  const pages = holdNextPage();
  open();
  await shown('Text 1');
  fireEvent.click(screen.getByRole('button', { name: /^Approve/ }));
  await shown('Text 2');
  screen.getByText('1 of 1+');
  for (const arrive of pages) arrive(json(200, { items: [item(3)], nextCursor: null }));
  await screen.findByText('1 of 2');
});

it('says what is known of the author and of the text', async () => {
  const author = { ...item(1).author, approved_before: 100, rejected_before: 2 };
  page([item(1, { author, is_edit: true, reasons: ['shouting', 'flagged-violence'] })]);
  open();
  await shown('Text 1');
  screen.getByText('100+ approved before');
  screen.getByText('2 rejected before');
  expect(screen.getByRole('link', { name: 'public post' }).getAttribute('href')).toBe('/p/10');
  screen.getByText('All capitals');
  screen.getByText('Flagged: violence');
});

it.each([
  ['hidden-characters', 'Hidden characters'],
  ['near-duplicate', 'Copy of an earlier post'],
  ['scam', 'Scam or fraud'],
  ['flagged', 'Flagged by the provider'],
  ['flagged-self-harm-intent', 'Flagged: self harm intent'],
])('%s reads as %s', (code, words) => expect(reasonWords(code)).toBe(words));
