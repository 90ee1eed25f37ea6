import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { afterOverlays, followHistory, useBackCloses } from './overlay-history';
import { PageRouter } from './page-router';

function Page() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useBackCloses(isOpen, () => setOpen(false));
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Close' : 'Open'}</button>
      <Link to="/new">To New</Link>
      <Link to="/p/5">To the post</Link>
      <Link to="/best" replace>
        In its place
      </Link>
      <main>
        <Routes key={pathname}>
          <Route path="/p/:id" element="The post" />
          <Route path="/best" element="Best" />
          <Route path="/new" element="New" />
        </Routes>
      </main>
    </>
  );
}

const overlays = () => (history.state as { overlays?: number } | null)?.overlays ?? 0;
const press = (name: string) => fireEvent.click(screen.getByText(name));
const shown = () => screen.getByRole('main').textContent;
const settled = () => act(() => new Promise<void>((resolve) => afterOverlays(resolve)));

/** Opens the overlay, and waits until Back can close it. */
async function open(): Promise<void> {
  press('Open');
  await waitFor(() => expect(overlays()).toBe(1));
}

/** Starts a visit at a post. */
function visit(): void {
  history.pushState(null, '', '/p/5');
  render(
    <PageRouter>
      <Page />
    </PageRouter>,
  );
}

let stop: () => void;
beforeEach(() => {
  stop = followHistory();
});
afterEach(async () => {
  await settled();
  stop();
});

it.each([
  ['its own button', () => press('Close')],
  ['Back', () => act(() => history.back())],
])('a page whose address was rewritten stays when the overlay over it is closed by %s', async (_, close) => {
  visit();
  press('To New');
  press('To the post');
  history.replaceState(history.state, '', '/best');
  await open();
  close();
  await screen.findByText('Open');
  await settled();
  expect([shown(), overlays(), location.pathname]).toEqual(['The post', 0, '/best']);
  // Navigation to other pages works as before.
  act(() => history.back());
  await waitFor(() => expect(shown()).toBe('New'));
  act(() => history.forward());
  await waitFor(() => expect(shown()).toBe('Best'));
});

it('so does the first page of a visit, whose entry the router has given no key', async () => {
  visit();
  history.replaceState(history.state, '', '/best');
  await open();
  press('Close');
  await settled();
  expect([shown(), location.pathname]).toEqual(['The post', '/best']);
});

it.each([
  ['push', 'To New', 'New'],
  ['replace', 'In its place', 'Best'],
])(
  'a link that is pressed while the entry of a closed overlay goes is followed after it: %s',
  async (_, link, page) => {
    visit();
    const before = history.length;
    await open();
    press('Close');
    // The browser is going back, and has not arrived.
    await new Promise((resolve) => setTimeout(resolve));
    press(link);
    await waitFor(() => expect(shown()).toBe(page));
    await settled();
    expect([shown(), overlays(), history.length]).toEqual([page, 0, before + 1]);
  },
);

it('Back from a page that was gone to over an overlay shows the one below', async () => {
  visit();
  await open();
  press('To New');
  press('Close');
  await settled();
  expect(shown()).toBe('New');
  act(() => history.back());
  await waitFor(() => expect([shown(), overlays()]).toEqual(['The post', 0]));
});
