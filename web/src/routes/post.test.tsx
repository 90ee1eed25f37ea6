import type { Post } from '@likewell/contracts/gateway/posts';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { mockAllIsIntersecting, setupIntersectionMocking } from 'react-intersection-observer/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore, useStore } from '../shared/store/store';
import { inClient } from '../test-client';
import { testPost } from '../test-post';
import { PostScreen } from './post';

const painted = createStore(false);
vi.mock('../shared/hooks/use-is-painted', () => ({ useIsPainted: () => useStore(painted) }));

const ids = [101, 102, 103, 104];
const best: Post[] = ids.map((id) => ({ ...testPost, id, title: `Best ${id}` }));
const responseOf = (url: string) => (url.includes('/best') ? { items: best, nextCursor: null } : testPost);
const scrollTo = (top: number) => {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  setupIntersectionMocking(vi.fn);
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string) => Promise.resolve(new Response(JSON.stringify(responseOf(url))))),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  painted.set(false);
});

it('leads a reader to /best who had left the top before the list below was there [2.post-redirect]', async () => {
  scrollTo(0);
  render(
    <MemoryRouter initialEntries={['/p/7']}>
      <Routes>
        <Route path="/p/:id" element={<PostScreen />} />
        <Route path="/best" element="Arrived at Best" />
      </Routes>
    </MemoryRouter>,
    { wrapper: inClient() },
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Bread' })).toBeTruthy();
  scrollTo(500);
  act(() => painted.set(true));
  expect(await screen.findByRole('heading', { name: 'Best 104' })).toBeTruthy();
  act(() => mockAllIsIntersecting(true));
  expect(await screen.findByText('Arrived at Best')).toBeTruthy();
});
