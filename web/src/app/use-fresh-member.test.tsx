import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchMock, json } from '../test-fetch';
import { mary, signInAs } from '../test-members';
import { useFreshMember } from './use-fresh-member';

signInAs(mary);
beforeEach(() => {
  vi.useFakeTimers();
  fetchMock.mockImplementation(() => Promise.resolve(json(200, mary)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function Page() {
  useFreshMember();
  return <Link to="/new">New</Link>;
}
const open = () => render(<Page />, { wrapper: MemoryRouter });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('the balance is read after each change of path but the first, and not twice at once', async () => {
  open();
  await pass(0);
  expect(fetchMock).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link'));
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(fetchMock).toHaveBeenCalledOnce();
});

it('it is read every 30 s and on return, while the page is seen', async () => {
  open();
  await pass(30_000);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await pass(600);
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(fetchMock).toHaveBeenCalledTimes(2);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await pass(60_000);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

it('it goes on being read where the clock is set back', async () => {
  open();
  await pass(30_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  await pass(30_000);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});
