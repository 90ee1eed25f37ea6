import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { inPage } from '../../test-client';
import { makeQueryClient } from './query-client';
import { usePagedList } from './use-paged-list';

/** The newest item of the server's list, of two pages. */
let newest = 2;
const fetchPage = vi.fn((cursor: string | null) =>
  Promise.resolve(
    cursor === null ? { items: [newest], nextCursor: 'older' } : { items: [newest - 1], nextCursor: null },
  ),
);
const asked = () => fetchPage.mock.calls.map(([cursor]) => cursor);

function List() {
  const { items, loadMore } = usePagedList({ queryKey: ['list'], fetchPage });
  return (
    <main>
      {items.join(' ')}
      {loadMore && <button onClick={loadMore}>More</button>}
    </main>
  );
}

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <Link to="/">List</Link>
      <Link to="/#tab">Tab</Link>
      <Link to="/other">Other</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
      <Routes>
        <Route path="/" element={<List />} />
        <Route path="/other" element={<main>Nothing</main>} />
      </Routes>
    </>
  );
}

const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
const back = () => fireEvent.click(screen.getByRole('button', { name: 'Back' }));
const shows = (text: string) => waitFor(() => expect(screen.getByRole('main').textContent).toBe(text));

/** Reads both pages, after which the server has a newer item. */
async function readAll() {
  const client = makeQueryClient();
  render(<Page />, { wrapper: inPage(client) });
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  await shows('2 1');
  fetchPage.mockClear();
  newest = 3;
  return client;
}

beforeEach(() => {
  newest = 2;
});

it('shows who returns all that they had loaded, and asks for nothing', async () => {
  await readAll();
  follow('Other');
  back();
  await shows('2 1');
  expect(asked()).toEqual([]);
});

it('reads all of it again for who returns where it is known to be outdated', async () => {
  const client = await readAll();
  follow('Other');
  await act(() => client.invalidateQueries({ queryKey: ['list'] }));
  back();
  await shows('3 2');
  expect(asked()).toEqual([null, 'older']);
});

it('begins with the first page at another visit, and renews that alone', async () => {
  await readAll();
  follow('Other');
  follow('List');
  await shows('3More');
  expect(asked()).toEqual([null]);
});

it('begins anew when the link to its own screen is followed', async () => {
  await readAll();
  follow('List');
  await shows('3More');
  expect(asked()).toEqual([null]);
});

it('stays as it is when another tab of its screen is chosen', async () => {
  await readAll();
  follow('Tab');
  await shows('2 1');
  expect(asked()).toEqual([]);
});

it('keeps what was read where the link to its own screen is followed and nothing can be read', async () => {
  await readAll();
  vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
  fetchPage.mockRejectedValueOnce(new Error('offline'));
  follow('List');
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  await shows('2 1');
});

it('is renewed by the tabs of a screen to which a person has returned or that they have reloaded', async () => {
  const Tabs = ({ isChosen }: { isChosen: boolean }) => isChosen && <List />;
  const { rerender } = render(<Tabs isChosen />, { wrapper: inPage() });
  await shows('2More');
  rerender(<Tabs isChosen={false} />);
  newest = 3;
  rerender(<Tabs isChosen />);
  await shows('3More');
});
