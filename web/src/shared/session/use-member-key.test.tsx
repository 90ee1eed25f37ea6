import { useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { mary, signInAs } from '../../test-members';
import { useMemberKey, useReadAgain } from './use-member-key';

signInAs(mary);

it('a change waits for what it shows, and not for the security events, which are read again too', async () => {
  const devices = vi.fn(() => Promise.resolve([]));
  const events = vi.fn(() => Promise.resolve([]));
  const { result } = renderHook(
    () => {
      useQuery({ queryKey: useMemberKey('sessions'), queryFn: devices });
      useQuery({ queryKey: useMemberKey('security-events'), queryFn: events });
      return useReadAgain('sessions');
    },
    { wrapper: inClient() },
  );
  await waitFor(() => expect(events).toHaveBeenCalledOnce());
  events.mockReturnValue(new Promise(() => undefined));
  await result.current();
  expect(devices).toHaveBeenCalledTimes(2);
  expect(events).toHaveBeenCalledTimes(2);
});
