import { skipToken, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { profilesKey } from '../../shared/members/profile.api';
import { postKeys } from '../../shared/posts/post-cache';
import { afterOverlays } from '../../shared/history/overlay-history';
import { inClient } from '../../test-client';
import { fetchMock, json, respondLater } from '../../test-fetch';
import { testPost } from '../../test-post';
import { DeleteDialog } from './delete-dialog';

const overlays = () => (history.state as { overlays?: number } | null)?.overlays ?? 0;
const alertMock = vi.fn<typeof window.alert>();
const onDeleted = vi.fn();

interface PageProps {
  /** True on the page of a post, which goes on once it is deleted. */
  goesOn: boolean;
}

/** A post whose menu has opened the dialog. */
function Post({ id, goesOn }: PageProps & { id: number }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <article data-post-id={id}>
      <h2>
        <a href={`/p/${id}`}>{`Post ${id}`}</a>
      </h2>
      <button ref={opener} type="button" onClick={() => setOpen(true)}>{`Menu of ${id}`}</button>
      {isOpen && (
        <DeleteDialog
          postId={id}
          opener={opener}
          onClosed={() => setOpen(false)}
          onDeleted={goesOn ? onDeleted : undefined}
        />
      )}
    </article>
  );
}

/** A list that a deleted post leaves. */
function List({ goesOn }: PageProps) {
  const { data = [] } = useQuery({ queryKey: postKeys.topToday, queryFn: skipToken, select: idsOf });
  return data.map((id) => <Post key={id} id={id} goesOn={goesOn} />);
}
const idsOf = (posts: { id: number }[]) => posts.map(({ id }) => id);

function open(ids = [7], goesOn = true) {
  const client = makeQueryClient();
  client.setQueryData(
    postKeys.topToday,
    ids.map((id) => ({ ...testPost, id })),
  );
  const list = (
    <main id="main" tabIndex={-1}>
      <List goesOn={goesOn} />
    </main>
  );
  const { unmount } = render(list, { wrapper: inClient(client) });
  return { client, unmount };
}

async function ask(id = 7) {
  await userEvent.click(screen.getByRole('button', { name: `Menu of ${id}` }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete this post?' })).toBeTruthy();
}

async function press(id = 7) {
  await ask(id);
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

  it('closes the question before its page goes on, which leaves no entry of it in the history', async () => {
    const goOn = vi.fn();
    onDeleted.mockImplementation(() => {
      expect(screen.queryByRole('alertdialog')?.hasAttribute('data-open') ?? false).toBe(false);
      afterOverlays(() => goOn(overlays()));
    });
    fetchMock.mockResolvedValueOnce(json(200));
    render(<Post id={7} goesOn />, { wrapper: inClient() });
    await ask();
    await waitFor(() => expect(overlays()).toBe(1));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(goOn).toHaveBeenCalledOnce());
    expect(goOn).toHaveBeenCalledWith(0);
    // The page is still there, since the next one is being loaded.
    expect(screen.getByText('Post 7')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('lets the number on its author’s page be read again', async () => {
    fetchMock.mockResolvedValueOnce(json(200));
    const { client } = open([7, 8], false);
    const profile = [...profilesKey, 1, 'mary'];
    client.setQueryData(profile, { posts: 2 });
    await press(7);
    await waitFor(() => expect(client.getQueryState(profile)?.isInvalidated).toBe(true));
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

  it('cannot be called off any more once it is under way', async () => {
    const respond = respondLater();
    open([7, 8], false);
    await press(7);
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'));
    await userEvent.click(cancel);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog').hasAttribute('data-open')).toBe(true);
    respond(200);
    await waitFor(() => expect(screen.queryByText('Post 7')).toBeNull());
  });

  describe('after the dialog was closed by Back', () => {
    let respond: ReturnType<typeof respondLater>;
    let opened: ReturnType<typeof open>;
    beforeEach(async () => {
      respond = respondLater();
      opened = open([7, 8]);
      await ask(7);
      await waitFor(() => expect(overlays()).toBe(1));
      await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
      history.back();
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
    open([7, 8, 9], false);
    await press(id);
    await waitFor(() => expect(screen.queryByText(`Post ${id}`)).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe(next));
  });

  it('moves the focus to the screen where no post is left', async () => {
    fetchMock.mockResolvedValueOnce(json(200));
    open([7], false);
    await press();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('main').matches(':focus')).toBe(true));
  });
});
