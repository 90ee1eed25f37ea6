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

/** Presses a link to a screen whose code does not come before the test's end. */
function open(): void {
  const code = new Promise<{ Late: typeof Late }>((resolve) => (arrive = resolve));
  const LateScreen = lazyScreen(() => code, 'Late');
  history.pushState(null, '', '/best');
  render(
    <PageRouter>
      <LoadingBar />
      <Link to="/late">To the late one</Link>
      <Link to="/new">To New</Link>
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
  fireEvent.click(screen.getByText('To the late one'));
}

it('a screen that needs a network first says so, and leaves the page, until another one is gone to', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  open();
  expect(await screen.findByText(OFFLINE)).toBeTruthy();
  expect(screen.getByRole('progressbar')).toBeTruthy();
  expect(screen.getByRole('main').textContent).toBe('Best');
  fireEvent.click(screen.getByText('To New'));
  await waitFor(() => expect(screen.getByRole('main').textContent).toBe('New'));
  expect(screen.queryByText(OFFLINE)).toBeNull();
});

it('a screen that is only slow has the line alone', async () => {
  open();
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
});
