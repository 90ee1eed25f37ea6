import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { DeleteDialog } from './delete-dialog';

const fetchMock = vi.fn<typeof fetch>();
const alertMock = vi.fn<typeof window.alert>();
const onDeleted = vi.fn();

async function confirm(status: number, body: unknown) {
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DeleteDialog postId={7} opener={{ current: null }} onClosed={() => undefined} onDeleted={onDeleted} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('alertdialog', { name: 'Delete this post?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('alert', alertMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const mock of [fetchMock, alertMock, onDeleted]) mock.mockReset();
});

describe('deleting a post (spec, sections 2 and 8)', () => {
  it('follows a yes to the question', async () => {
    await confirm(200, {});
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/posts/7');
    expect(fetchMock.mock.calls[0]?.[1]?.method).toBe('DELETE');
    expect(alertMock).not.toHaveBeenCalled();
  });

  it('that is gone already, since the response to the first try was lost, is done', async () => {
    await confirm(404, { error: 'Post not found', code: 'POST_NOT_FOUND' });
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
    expect(alertMock).not.toHaveBeenCalled();
  });

  it.each([
    [{ error: 'Only the author can change this post.' }, 'Only the author can change this post.'],
    [{}, 'Failed to delete'],
  ])("alerts the server's sentence, or 'Failed to delete': %o [8.delete-failed]", async (body, text) => {
    await confirm(403, body);
    await waitFor(() => expect(alertMock).toHaveBeenCalledWith(text));
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
