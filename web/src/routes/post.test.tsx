import type { Post } from '@likewell/contracts/gateway/posts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore, useStore } from '../shared/store/store';
import { dropSession, saveSession } from '../shared/session/session-store';
import { inClient } from '../test-client';
import { tom } from '../test-members';
import { testPost } from '../test-post';
import { PostScreen } from './post';

const painted = createStore(false);
vi.mock('../shared/hooks/use-is-painted', () => ({ useIsPainted: () => useStore(painted) }));
vi.mock('../features/post/post-menu', () => ({
  PostMenu: ({ onDeleted }: { onDeleted?: () => void }) => <button onClick={onDeleted}>Delete</button>,
}));

/** Replaces the observer that jsdom lacks: each function reports that an element came into view. */
const observed = new Set<() => void>();
class Observer {
  private readonly comeIntoView = () => this.callback([{ isIntersecting: true }]);
  constructor(private readonly callback: (entries: object[]) => void) {}
  observe() {
    observed.add(this.comeIntoView);
  }
  disconnect() {
    observed.delete(this.comeIntoView);
  }
}

const ids = [101, 102, 103, 104];
const best: Post[] = ids.map((id) => ({ ...testPost, id, title: `Best ${id}` }));
const responseOf = (url: string) => (url.includes('/best') ? { items: best, nextCursor: null } : testPost);
const scrollTo = (top: number) => {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) => Promise.resolve(new Response(JSON.stringify(responseOf(url))))),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(() => dropSession());
  painted.set(false);
});

it('leads a reader to /best who had left the top before the list below was there [2.post-redirect]', async () => {
  scrollTo(0);
  render(
    <MemoryRouter initialEntries={['/p/7']}>
      <Routes>
        <Route path="/p/:id" element={<PostScreen id="7" />} />
        <Route path="/best" element="Arrived at Best" />
      </Routes>
    </MemoryRouter>,
    { wrapper: inClient() },
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Bread' })).toBeTruthy();
  scrollTo(500);
  act(() => painted.set(true));
  expect(await screen.findByRole('heading', { name: 'Best 104' })).toBeTruthy();
  act(() => observed.forEach((comeIntoView) => comeIntoView()));
  expect(await screen.findByText('Arrived at Best')).toBeTruthy();
});

it('a deleted post that stays until /new is loaded can no longer be used', async () => {
  const Loading = lazy(() => new Promise<never>(() => undefined));
  render(
    <MemoryRouter initialEntries={['/p/7']}>
      <Suspense>
        <Routes>
          <Route path="/p/:id" element={<PostScreen id="7" />} />
          <Route path="/new" element={<Loading />} />
        </Routes>
      </Suspense>
    </MemoryRouter>,
    { wrapper: inClient() },
  );
  const usable = { ignore: '[inert] *' };
  await userEvent.click(await screen.findByText('Delete', usable));
  await waitFor(() => expect(screen.queryByText('Delete', usable)).toBeNull());
  expect(screen.getByText('Bread')).toBeTruthy();
});

it('stays as it is for a reader who signs in or out', async () => {
  render(
    <MemoryRouter initialEntries={['/p/7']}>
      <Routes>
        <Route path="/p/:id" element={<PostScreen id="7" />} />
      </Routes>
    </MemoryRouter>,
    { wrapper: inClient() },
  );
  act(() => painted.set(true));
  const title = await screen.findByRole('heading', { level: 1, name: 'Bread' });
  const below = await screen.findByRole('heading', { name: 'Best 104' });
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => undefined)),
  );
  act(() => saveSession('secret', tom));
  expect([title, below].every((element) => element.isConnected)).toBe(true);
  act(() => dropSession());
  expect([title, below].every((element) => element.isConnected)).toBe(true);
});
