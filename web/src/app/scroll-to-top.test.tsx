import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, useLocation } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { PageRouter } from '../shared/history/page-router';
import { ScrollToTop } from './scroll-to-top';

const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

const Hash = () => <output>{useLocation().hash}</output>;

/** Starts a visit at an address. */
function visit(address: string): void {
  history.pushState(null, '', address);
  render(
    <PageRouter>
      <ScrollToTop />
      <Link to="/p/7">The post</Link>
      <Link to="/new">New</Link>
      <Link to="/settings#avatar">Change avatar</Link>
      <Hash />
    </PageRouter>,
  );
}

beforeEach(() => scrollTo.mockClear());

it('every change of path scrolls to the top, Back too, and the first page does not (spec, section 2)', async () => {
  visit('/p/7');
  expect(scrollTo).not.toHaveBeenCalled();
  follow('New');
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' });
  act(() => history.back());
  await waitFor(() => expect(scrollTo).toHaveBeenCalledTimes(2));
});

it('a link below a post to the post itself scrolls to it, and its address is back', () => {
  visit('/p/7');
  for (const times of [1, 2]) {
    history.replaceState(history.state, '', '/best');
    follow('The post');
    expect(scrollTo).toHaveBeenCalledTimes(times);
    expect(location.pathname).toBe('/p/7');
  }
});

it('another tab of the page, or a step back within it, leaves the reader where they are', async () => {
  visit('/settings');
  follow('Change avatar');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('#avatar'));
  act(() => history.back());
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  expect(scrollTo).not.toHaveBeenCalled();
});
