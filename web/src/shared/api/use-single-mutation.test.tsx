import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { makeQueryClient } from './query-client';
import { useSingleMutation } from './use-single-mutation';

function open(mutationFn: () => Promise<unknown>) {
  const client = makeQueryClient();
  return renderHook(() => useSingleMutation({ mutationFn }), { wrapper: inClient(client) }).result;
}

it('does once what is asked for twice at once', async () => {
  const work = vi.fn(() => Promise.resolve());
  const shown = open(work);
  act(() => {
    shown.current.mutate();
    shown.current.mutate();
  });
  await waitFor(() => expect(shown.current.isSuccess).toBe(true));
  expect(work).toHaveBeenCalledTimes(1);
});

it('does nothing for a press that comes between its end and the moment that this is shown', async () => {
  const work = vi.fn(() => Promise.resolve());
  const shown = open(work);
  act(() => shown.current.mutate(undefined, { onSuccess: () => shown.current.mutate() }));
  await waitFor(() => expect(shown.current.isSuccess).toBe(true));
  expect(work).toHaveBeenCalledTimes(1);
});

it('starts anew after a reset that comes before it is shown as pending', async () => {
  const work = vi.fn(() => Promise.resolve());
  const shown = open(work);
  act(() => {
    shown.current.mutate();
    shown.current.reset();
  });
  act(() => shown.current.mutate());
  await waitFor(() => expect(shown.current.isSuccess).toBe(true));
  expect(work).toHaveBeenCalledTimes(2);
});

it('starts anew once its failure is shown, each time', async () => {
  const work = vi.fn(() => Promise.reject(new Error('No.')));
  const shown = open(work);
  for (const times of [1, 2, 3]) {
    act(() => shown.current.mutate());
    await waitFor(() => expect(shown.current.failureCount).toBe(1));
    await waitFor(() => expect(shown.current.isPending).toBe(false));
    expect(work).toHaveBeenCalledTimes(times);
  }
});
