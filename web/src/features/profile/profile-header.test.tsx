import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { mary } from '../../test-members';
import { ProfileHeader } from './profile-header';

it('no picture is loading any more once the profile could not be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fetchMock.mockResolvedValue(json(404));
  render(<ProfileHeader username="mary" heading="Mary's Posts" />, { wrapper: inClient() });
  expect(screen.queryByRole('presentation')).toBeNull();
  expect(await screen.findByRole('presentation')).toBeTruthy();
});

it('its numbers are short for a glance, and exact on hover and for a screen reader', async () => {
  fetchMock.mockResolvedValue(json(200, { ...mary, likeReceivedNano: '0', followers: 12_345, posts: 1 }));
  render(<ProfileHeader username="mary" heading="Mary's Posts" />, { wrapper: inClient() });
  const followers = await screen.findByTitle('12,345');
  expect(followers.textContent).toBe('12.3K12,345');
  expect(screen.getByText('12,345').className).toBe('sr-only');
});
