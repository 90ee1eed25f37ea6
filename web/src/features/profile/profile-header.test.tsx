import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { ProfileHeader } from './profile-header';

it('no picture is loading any more once the profile could not be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fetchMock.mockResolvedValue(json(404));
  render(<ProfileHeader username="mary" heading="Mary's Posts" />, { wrapper: inClient() });
  expect(screen.queryByRole('presentation')).toBeNull();
  expect(await screen.findByRole('presentation')).toBeTruthy();
});
