import { skipToken, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { postKeys } from '../../shared/posts/post-cache';
import { inClient } from '../../test-client';
import { fetchMock, json, respondLater } from '../../test-fetch';
import { testPost } from '../../test-post';
import { DeleteDialog } from './delete-dialog';

const alertMock = vi.fn<typeof window.alert>();
const onDeleted = vi.fn();

/** A post whose menu has opened the dialog. */
function Post({ id }: { id: number }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <article data-post-id={id}>
      <h2>
        <a href={`/p/${id}`}>{`Post ${id}`}</a>
      </h2>
      <button ref={opener} type="button" onClick={() => setOpen(true)}>{`Menu of ${id}`}</button>
      {isOpen && (
        <DeleteDialog postId={id} opener={opener} onClosed={() => setOpen(false)} onDeleted={onDeleted} />
      )}
    </article>
  );
}

/** A list that a deleted post leaves. */
function List() {
  const { data = [] } = useQuery({ queryKey: postKeys.topToday, queryFn: skipToken, select: idsOf });
  return data.map((id) => <Post key={id} id={id} />);
}
const idsOf = (posts: { id: number }[]) => posts.map(({ id }) => id);

function open(ids = [7]) {
  const client = makeQueryClient();
  client.setQueryData(
    postKeys.topToday,
    ids.map((id) => ({ ...testPost, id })),
  );
  const { unmount } = render(<List />, { wrapper: inClient(client) });
  return { client, unmount };
}

async function press(id = 7) {
  await userEvent.click(screen.getByRole('button', { name: `Menu of ${id}` }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete this post?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
}

async function confirm(status: number, body: unknown) {
  fetchMock.mockResolvedValueOnce(json(status, body));
  open();
  await press();
}

beforeEach(() => vi.stubGlobal('alert', alertMock));
afterEach(() => {
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

  describe('after the dialog was closed', () => {
    let respond: ReturnType<typeof respondLater>;
    let opened: ReturnType<typeof open>;
    beforeEach(async () => {
      respond = respondLater();
      opened = open([7, 8]);
      await press(7);
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    });

    it('alerts a failure all the same', async () => {
      respond(503, { error: 'Posts are away.' });
      await waitFor(() => expect(alertMock).toHaveBeenCalledWith('Posts are away.'));
    });

    it('tells the page of the post, and leaves the focus on the post in its place', async () => {
      respond(200);
      await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
      await waitFor(() => expect(screen.queryByText('Post 7')).toBeNull());
      expect(document.activeElement?.textContent).toBe('Post 8');
    });

    it('takes nobody away from another screen', async () => {
      const { client, unmount } = opened;
      unmount();
      respond(200);
      await waitFor(() => expect(client.getQueryData(postKeys.topToday)).toHaveLength(1));
      expect(onDeleted).not.toHaveBeenCalled();
    });
  });

  it.each([
    ['to the post that takes its place', 8, 'Post 9'],
    ['to the last one where none follows', 9, 'Post 8'],
  ])('moves the focus %s', async (_where, id, next) => {
    fetchMock.mockResolvedValueOnce(json(200));
    open([7, 8, 9]);
    await press(id);
    await waitFor(() => expect(screen.queryByText(`Post ${id}`)).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe(next));
  });
});
