import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation, useParams } from 'react-router-dom';
import { expect, it } from 'vitest';
import { inClient } from '../test-client';
import { fetchMock, json } from '../test-fetch';
import { mary, signInAs } from '../test-members';
import { MemberScreen } from './member';

signInAs(mary);

function Screen() {
  const { username = '' } = useParams();
  return (
    <>
      <p data-testid="address">{useLocation().pathname}</p>
      <MemberScreen username={username} />
    </>
  );
}

it('a member without posts is shown at their present address, too', async () => {
  const profile = { ...mary, followers: 0, posts: 0, likeReceivedNano: '0' };
  fetchMock.mockImplementation((url) =>
    Promise.resolve(
      json(200, (url as string).includes('/posts') ? { items: [], nextCursor: null } : profile),
    ),
  );
  render(
    <MemoryRouter initialEntries={['/u/mary_before']}>
      <Routes>
        <Route path="/u/:username" element={<Screen />} />
      </Routes>
    </MemoryRouter>,
    { wrapper: inClient() },
  );
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/u/mary'));
  expect(screen.getByRole('heading', { name: 'My posts' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
});
