import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { inPage } from '../../test-client';
import { fetchMock, respond } from '../../test-fetch';
import { DecisionLog } from './decision-log';
import type { Decision } from './moderation.api';

const author = { id: 1000, username: 'mary', avatar: '/a.webp', is_verified: false };
const decision: Decision = {
  id: 1,
  revision_id: 2,
  post_id: 3,
  title: 'Bread',
  author,
  moderator: { ...author, id: 1001, username: 'judge' },
  verdict: 'approved',
  reasons: [],
  note: null,
  decided_at: '2026-11-21T12:00:00.000Z',
};

it.each(['approved', 'rejected'] as const)(
  'leads from the title of a text that was %s to its post',
  async (verdict) => {
    respond(200, { items: [{ ...decision, verdict }], nextCursor: null });
    render(<DecisionLog />, { wrapper: inPage() });
    const link = await screen.findByRole('link', { name: 'Bread' });
    expect(link.getAttribute('href')).toBe('/p/3');
  },
);

it('is as it was for who comes back to it', async () => {
  respond(200, { items: [decision], nextCursor: null });
  const wrapper = inPage(makeQueryClient());
  const { unmount } = render(<DecisionLog />, { wrapper });
  await screen.findByRole('link', { name: 'Bread' });
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  render(<DecisionLog />, { wrapper });
  expect(screen.getByRole('link', { name: 'Bread' })).toBeTruthy();
  expect(fetchMock).toHaveBeenCalledOnce();
});

it('has words in place of the title and the name of an author who has left, and leads nowhere', async () => {
  const gone = { ...author, username: 'deleted_1000' };
  respond(200, { items: [{ ...decision, title: '', author: gone, moderator: gone }], nextCursor: null });
  render(<DecisionLog />, { wrapper: inPage() });
  expect(await screen.findByText('A deleted text')).toBeTruthy();
  expect(screen.getByText(/^deleted member, .* written by deleted member$/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('leads from an empty log to the queue', async () => {
  respond(200, { items: [], nextCursor: null });
  render(<DecisionLog />, { wrapper: inPage() });
  expect(await screen.findByText('No decisions yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the queue' }).getAttribute('href')).toBe('/moderation');
});

it('gives the focus to the screen when that link is followed, with which it goes', async () => {
  respond(200, { items: [], nextCursor: null });
  render(
    <main id="main" tabIndex={-1}>
      <DecisionLog />
    </main>,
    { wrapper: inPage() },
  );
  await userEvent.click(await screen.findByRole('link', { name: 'Open the queue' }));
  expect(screen.getByRole('main').matches(':focus')).toBe(true);
});
