import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNewFeed } from '../features/feed/feed.api';
import { inPage } from '../test-client';
import { fetchMock, json } from '../test-fetch';
import { testPost } from '../test-post';
import { Companions } from './companions';

/** Gives the browser something that jsdom lacks. */
const provide = (name: string, value: object) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'connection');
});

const NewPosts = () => <main>{useNewFeed().posts.map(({ title }) => title)}</main>;
const feed = (title: string) => ({ items: [{ ...testPost, title }], nextCursor: null });

it('hear of a feed that came late', async () => {
  const worker = Object.assign(new EventTarget(), {
    register: vi.fn(() => Promise.resolve()),
    controller: null,
  });
  provide('serviceWorker', worker);
  vi.stubGlobal('scrollY', 0);
  // No dialog is fetched in advance, which would go on after the test.
  provide('connection', { saveData: true });
  fetchMock.mockImplementation(() => Promise.resolve(json(200, feed('Of before'))));
  render(
    <>
      <NewPosts />
      <Companions />
    </>,
    { wrapper: inPage() },
  );
  await screen.findByText('Of before');
  const path = '/api/posts/new?cursor=';
  const data = {
    kind: 'late-feed',
    path,
    askedAt: Date.now(),
    before: feed('Of before'),
    page: feed('Late'),
  };
  worker.dispatchEvent(new MessageEvent('message', { data }));
  await waitFor(() => expect(screen.getByRole('main').textContent).toBe('Late'));
});
