import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { PageRouter } from '../shared/history/page-router';
import { BackToPlace } from './back-to-place';

/** The lowest scroll position of the window. */
let lowest = 3000;
const scrollTo = vi
  .spyOn(window, 'scrollTo')
  .mockImplementation(((to: ScrollToOptions) => scroll(to.top ?? 0)) as never);
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
          <Route
            path="/wallet"
            element={
              <>
                <Link to="/p/7">The post</Link>
                <input />
              </>
            }
          />
          <Route path="/p/7" element={<button onClick={() => void navigate(-1)}>Back</button>} />
        </Routes>
      </main>
    </>
  );
}

/** Leaves a list at 2000 px, returns to it while it is 500 px high, and presses the button. */
async function goBackDown() {
  history.pushState(null, '', '/wallet');
  lowest = 3000;
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
}

it('a list without posts is scrolled to its place once it is long enough, and the screen has the focus', async () => {
  await goBackDown();
  lowest = 2500;
  await waitFor(() => expect(window.scrollY).toBe(2000));
  await waitFor(() => expect(screen.getByRole('main').matches(':focus')).toBe(true));
  expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull();
});

it.each(['wheel', 'touchmove', 'pointerdown', 'keydown', 'popstate'])(
  'who goes on by themselves (%s) is not held to the place',
  async (type) => {
    await goBackDown();
    fireEvent(window, new Event(type));
    await new Promise((resolve) => setTimeout(resolve, 50));
    scrollTo.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(scrollTo).not.toHaveBeenCalled();
  },
);

it('the focus stays with who has it elsewhere by the time that the list is not long enough', async () => {
  await goBackDown();
  const field = screen.getByRole('textbox');
  field.focus();
  scrollTo.mockClear();
  await waitFor(
    async () => {
      const before = scrollTo.mock.calls.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(scrollTo.mock.calls.length).toBe(before);
    },
    { timeout: 4000 },
  );
  expect(field.matches(':focus')).toBe(true);
});
