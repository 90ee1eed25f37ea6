import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { PageRouter } from '../shared/history/page-router';
import { BackToPlace } from './back-to-place';

/** The lowest scroll position of the window. */
let lowest = 3000;
vi.spyOn(window, 'scrollTo').mockImplementation(((to: ScrollToOptions) => scroll(to.top ?? 0)) as never);
function scroll(top: number): void {
  window.scrollY = Math.min(top, lowest);
  window.dispatchEvent(new Event('scroll'));
}

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <BackToPlace />
      <main id="main" tabIndex={-1}>
        <Routes>
          <Route path="/wallet" element={<Link to="/p/7">The post</Link>} />
          <Route path="/p/7" element={<button onClick={() => void navigate(-1)}>Back</button>} />
        </Routes>
      </main>
    </>
  );
}

it('a list without posts is scrolled to its place once it is long enough, and the screen has the focus', async () => {
  history.pushState(null, '', '/wallet');
  render(
    <PageRouter>
      <Page />
    </PageRouter>,
  );
  act(() => scroll(2000));
  fireEvent.click(screen.getByRole('link', { name: 'The post' }));
  lowest = 500;
  act(() => scroll(0));
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Back to where you were' }));
  expect(window.scrollY).toBe(500);
  lowest = 2500;
  await waitFor(() => expect(window.scrollY).toBe(2000));
  await waitFor(() => expect(screen.getByRole('main').matches(':focus')).toBe(true));
  expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull();
});
