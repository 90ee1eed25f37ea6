import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inPage } from '../../test-client';
import { fetchMock, json, respondLater } from '../../test-fetch';
import { CheckForm } from './check-form';
import type { Giveaway } from './giveaway.api';

const postponed: Giveaway = {
  id: 1,
  title: 'A draw',
  prize: 'A cup',
  date: '2026-12-05',
  audience: 'Friends',
  status: 'postponed',
  rules: 'Be kind.',
  winners_wanted: 1,
  starts_at: '2026-12-01T05:00:00.000Z',
  snapshot_at: '2026-12-06T04:59:00.000Z',
  draw_at: '2026-12-07T17:00:00.000Z',
  commitment: null,
  entries_count: null,
  drawn_at: null,
  disputes_until: null,
};

const open = (giveaway: Giveaway) => render(<CheckForm giveaway={giveaway} />, { wrapper: inPage() });

it('says beforehand when there will be something to check, also of a draw that was postponed', () => {
  open(postponed);
  const field = screen.getByRole('textbox', {
    name: 'Social account',
    description: 'The draw was postponed. Winners are drawn after Mon, Dec 7, 2026, 12:00 PM ET. Check then.',
  });
  expect(field).toBeTruthy();
});

it('says nothing of it once the draw was held', () => {
  open({ ...postponed, status: 'drawn', drawn_at: '2026-12-07T18:00:00.000Z' });
  expect(screen.getByRole('textbox', { name: 'Social account', description: '' })).toBeTruthy();
  expect(screen.queryByText(/Check then/)).toBeNull();
});

it('checks an account that is typed on the heels of another check', async () => {
  fetchMock.mockImplementation(() => Promise.resolve(json(200, { won: true })));
  open({ ...postponed, status: 'drawn', drawn_at: '2026-12-07T18:00:00.000Z' });
  const field = screen.getByLabelText('Social account');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('mary');
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  type('mary_writes');
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/^You won!/)).toBeTruthy();
  expect(fetchMock.mock.lastCall?.[0]).toContain('mary_writes');
});

it('ignores Check while checking, and takes no focus from it', async () => {
  const respond = respondLater();
  open({ ...postponed, status: 'drawn', drawn_at: '2026-12-07T18:00:00.000Z' });
  fireEvent.change(screen.getByLabelText('Social account'), { target: { value: 'mary' } });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Check' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  // A browser takes the focus from a button with this attribute.
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
  expect(fetchMock).toHaveBeenCalledOnce();
  respond(200, { won: true });
  expect(await screen.findByText(/^You won!/)).toBeTruthy();
  expect(button.getAttribute('aria-disabled')).toBe('false');
});
