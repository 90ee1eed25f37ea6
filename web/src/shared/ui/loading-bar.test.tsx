import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { PageRouter } from '../history/page-router';
import { lazyScreen } from './lazy-component';
import { LoadingBar } from './loading-bar';

const OFFLINE = 'You are offline. This page opens when the network is back.';
const Late = () => 'The late one';

let arrive = (_: { Late: typeof Late }): void => undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  arrive({ Late });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
});

/** Shows Best, with a link to a screen whose code does not come before the test's end. */
function start(): void {
  const code = new Promise<{ Late: typeof Late }>((resolve) => (arrive = resolve));
  const LateScreen = lazyScreen(() => code, 'Late');
  history.pushState(null, '', '/best');
  render(
    <PageRouter>
      <LoadingBar />
      <Link to="/late">To the late one</Link>
      <Link to="/new">To New</Link>
      <Link to="/best">To Best</Link>
      <main>
        <Suspense fallback={null}>
          <Routes>
            <Route path="/best" element="Best" />
            <Route path="/new" element="New" />
            <Route path="/late" element={<LateScreen />} />
          </Routes>
        </Suspense>
      </main>
    </PageRouter>,
  );
}
const press = (link: string) => fireEvent.click(screen.getByText(link));
const shows = (text: string) => waitFor(() => expect(screen.getByRole('main').textContent).toBe(text));

function cut(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
}

it('a screen that needs a network first says so, and leaves the page, until another one is gone to', async () => {
  cut();
  start();
  press('To the late one');
  expect(await screen.findByText(OFFLINE)).toBeTruthy();
  expect(screen.getByRole('progressbar')).toBeTruthy();
  await shows('Best');
  press('To New');
  await shows('New');
  expect(screen.queryByText(OFFLINE)).toBeNull();
});

it('it is said in a region that is there before, so that screen readers announce it', async () => {
  cut();
  start();
  const region = screen.getByRole('status');
  press('To the late one');
  expect(await screen.findByText(OFFLINE)).toBe(region);
});

it('a screen that needs no network is not spoken of, though another one is awaited', async () => {
  cut();
  start();
  press('To the late one');
  const region = await screen.findByText(OFFLINE);
  press('To New');
  await shows('New');
  const added: (string | null)[] = [];
  new MutationObserver((records) =>
    added.push(...records.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent))),
  ).observe(region, { childList: true });
  press('To Best');
  await shows('Best');
  expect(screen.getByRole('progressbar')).toBeTruthy();
  expect(added).toEqual([]);
});

it('a screen that is only slow has the line alone', async () => {
  start();
  press('To the late one');
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
});
