import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../shared/api/query-client';
import { resumeReads } from '../shared/api/resume-reads';
import { postKeys } from '../shared/posts/post-cache';
import { inClient } from '../test-client';
import { fetchMock, json, respondLater } from '../test-fetch';
import { saveSession } from '../shared/session/session-store';
import { mary, signInAs } from '../test-members';
import { testPost } from '../test-post';
import { EditScreen } from './edit';

vi.spyOn(console, 'error').mockImplementation(() => undefined);
signInAs(mary);

let client: ReturnType<typeof makeQueryClient>;
beforeEach(() => {
  client = makeQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } });
});

function open() {
  render(
    <MemoryRouter initialEntries={['/edit/7']}>
      <EditScreen postId="7" />
    </MemoryRouter>,
    { wrapper: inClient(client) },
  );
}
const body = async () => (await screen.findByLabelText<HTMLTextAreaElement>('Body')).value;
const inList = () =>
  client.setQueryData(postKeys.member('mary', mary.id), {
    pages: [{ items: [testPost], nextCursor: null }],
    pageParams: [null],
  });
const read = (secondsAgo: number) =>
  client.setQueryData(postKeys.post(7, mary.id), testPost, { updatedAt: Date.now() - 1000 * secondsAgo });

it.each([
  ['a list', inList],
  ['a screen a minute ago', () => read(60)],
  ['a screen just now', () => read(0)],
])('begins with the text that the server has, not with the one that %s had', async (_where, cache) => {
  cache();
  fetchMock.mockImplementation(() =>
    Promise.resolve(json(200, { ...testPost, body: 'Changed on the phone' })),
  );
  open();
  expect(await body()).toBe('Changed on the phone');
});

it.each([
  ['nowhere', () => undefined],
  ['in a list', inList],
  ['from an earlier screen', () => read(60)],
])('goes on after an outage with a post that was known %s', async (_where, cache) => {
  cache();
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  open();
  expect(await screen.findByText('Post not found')).toBeTruthy();
  const stop = resumeReads(client);
  fetchMock.mockImplementation(() => Promise.resolve(json(200, testPost)));
  window.dispatchEvent(new Event('online'));
  expect(await body()).toBe('Flour');
  stop();
});

it('does not begin, after an outage, with the text of a list that is loaded before the post', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  open();
  expect(await screen.findByText('Post not found')).toBeTruthy();
  const stop = resumeReads(client);
  fetchMock.mockReset();
  const answer = respondLater();
  act(() => void window.dispatchEvent(new Event('online')));
  act(() => void client.setQueryData(postKeys.topToday, [testPost]));
  act(() => saveSession('secret', { ...mary, tokensNano: '5' }));
  answer(200, { ...testPost, body: 'Under review' });
  expect(await body()).toBe('Under review');
  stop();
});

it('says nothing of an earlier screen that could not renew the post', async () => {
  read(60);
  const queryFn = () => Promise.reject(new Error('away'));
  await client.query({ queryKey: postKeys.post(7, mary.id), queryFn, retry: false }).catch(() => undefined);
  const answer = respondLater();
  open();
  expect(await screen.findByText('Loading')).toBeTruthy();
  expect(screen.queryByText('Post not found')).toBeNull();
  answer(200, testPost);
  expect(await body()).toBe('Flour');
});

describe('while another tab has the same post open', () => {
  const draft = 'draft:edit:1001:7';
  const form = () => screen.getByLabelText<HTMLTextAreaElement>('Body');
  /** Changes the draft as the other tab does. */
  const hear = (text: string | null) =>
    act(() => {
      if (text === null) localStorage.removeItem(draft);
      else localStorage.setItem(draft, JSON.stringify({ title: 'Bread', body: text }));
      window.dispatchEvent(new StorageEvent('storage', { key: draft }));
    });
  const begin = async () => {
    fetchMock.mockResolvedValueOnce(json(200, testPost));
    open();
    await body();
    hear('Flour and water');
    expect(form().value).toBe('Flour and water');
  };

  it('shows what that tab has saved, and never the text before it, which a Save would bring back', async () => {
    await begin();
    const answer = respondLater();
    hear(null);
    expect(form().value).toBe('Flour and water');
    answer(200, { ...testPost, body: 'Flour and water', review_status: 'pending' });
    await waitFor(() => expect(screen.queryByText(/Saved on this device/)).toBeNull());
    expect(form().value).toBe('Flour and water');
  });

  it('shows the text of the post once that tab has discarded its own', async () => {
    await begin();
    fetchMock.mockResolvedValueOnce(json(200, testPost));
    hear(null);
    await waitFor(() => expect(form().value).toBe('Flour'));
  });

  it('takes nothing of what is typed here meanwhile', async () => {
    await begin();
    const answer = respondLater();
    hear(null);
    fireEvent.change(form(), { target: { value: 'Flour and milk' } });
    answer(200, { ...testPost, body: 'Flour and water' });
    await waitFor(() =>
      expect(client.getQueryData(postKeys.post(7, mary.id))).toMatchObject({ body: 'Flour and water' }),
    );
    expect(form().value).toBe('Flour and milk');
  });

  it('keeps the words where the post cannot be read, and says that nothing else does', async () => {
    await begin();
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    hear(null);
    await waitFor(() => expect(screen.queryByText(/Saved on this device/)).toBeNull());
    expect(form().value).toBe('Flour and water');
  });
});
