import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft, saveDraft } from '../features/post/draft';
import { makeQueryClient } from '../shared/api/query-client';
import { readPrompt, savePrompt } from '../shared/posts/kept-prompt';
import { saveSession } from '../shared/session/session-store';
import { inPage } from '../test-client';
import { mary, signInAs, tom } from '../test-members';
import { testPost } from '../test-post';
import { watchRegions } from '../test-regions';
import { CreateScreen } from './create';

const DRAFT = `create:${mary.id}`;
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** The server's response to a new post. */
const create = vi.fn<() => Promise<Response>>();
/** The server's response to a request for the member's own posts. */
const ownPosts = vi.fn<() => Promise<Response>>();
/** The server's response to a request for an AI draft. */
const generate = vi.fn<() => Promise<Response>>();

signInAs(mary);
beforeEach(() => {
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    if (method === 'POST' && url === '/api/posts') return create();
    if (url === '/api/users/mary/posts?cursor=') return ownPosts();
    if (url === '/api/ai/generate-post') return generate();
    return Promise.resolve(json(404, {}));
  });
  ownPosts.mockResolvedValue(
    json(200, { items: [{ ...testPost, created_at: new Date().toISOString() }], nextCursor: null }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  create.mockReset();
  ownPosts.mockReset();
  generate.mockReset();
});

const open = (client = makeQueryClient()) => render(<CreateScreen />, { wrapper: inPage(client) });
const postButton = () => screen.getByRole('button', { name: /^Post/ });
const pressPost = () => userEvent.click(postButton());

async function writeAndPost(client = makeQueryClient()) {
  const view = open(client);
  await userEvent.type(screen.getByLabelText('Title'), testPost.title);
  await userEvent.type(screen.getByLabelText('Body'), testPost.body);
  await pressPost();
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  return view;
}

it('a post that is created when its author is elsewhere already leaves no draft', async () => {
  let respond: (response: Response) => void = vi.fn();
  create.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  const { unmount } = await writeAndPost();
  unmount();
  expect(readDraft(DRAFT)).toMatchObject({ title: 'Bread' });
  respond(json(201, testPost));
  await waitFor(() => expect(readDraft(DRAFT)).toBeNull());
});

it.each([
  [
    'to which no response came',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Failed to create post',
  ],
  ['that was still on its way when the page was left', () => new Promise<never>(() => undefined), undefined],
])('a post %s is found, not posted again, by who comes back to it', async (_case, respond, failure) => {
  create.mockImplementationOnce(respond);
  const { unmount } = await writeAndPost();
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toBe(failure));
  unmount();
  open();
  await pressPost();
  expect(await screen.findByText('Your post is on its way.')).toBeTruthy();
  expect(create).toHaveBeenCalledOnce();
});

it.each([
  ['an hour ahead is found', 1, 0, 1],
  ['three hours behind is not taken for one of an hour ago', -3, 1, 2],
])('a post without a response to a page whose clock is %s', async (_case, skew, age, timesSent) => {
  const hours = 3_600_000;
  vi.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() + skew * hours);
  create.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(json(201, testPost));
  const post = { ...testPost, created_at: new Date(new Date().getTime() - age * hours).toISOString() };
  const found = json(200, { items: [post], nextCursor: null });
  found.headers.set('Date', new Date().toUTCString());
  ownPosts.mockResolvedValue(found);
  await writeAndPost();
  await screen.findByRole('alert');
  await pressPost();
  expect(await screen.findByText('Your post is on its way.')).toBeTruthy();
  expect(create).toHaveBeenCalledTimes(timesSent);
});

it('that a post is on its way is read out', async () => {
  create.mockResolvedValueOnce(json(201, testPost));
  const isReadOut = watchRegions();
  await writeAndPost();
  await isReadOut('Your post is on its way.');
});

it('a text is not posted in the name of who logs in while it is looked for', async () => {
  let find: (response: Response) => void = vi.fn();
  const client = makeQueryClient();
  create.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await writeAndPost(client);
  await screen.findByRole('alert');
  ownPosts.mockReturnValueOnce(new Promise((resolve) => (find = resolve)));
  await pressPost();
  await waitFor(() => expect(ownPosts).toHaveBeenCalledOnce());
  act(() => saveSession('other', tom));
  find(json(200, { items: [], nextCursor: null }));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(create).toHaveBeenCalledOnce();
});

it('a post without a response is found although the server stores its text in another form', async () => {
  const typed = { title: 'Cafe\u0301\tand bread', body: ' One\tcup\r\nof flou\u0308r ' };
  const stored = { title: 'Caf\u00e9 and bread', body: 'One cup\nof flo\u00fcr' };
  saveDraft(DRAFT, typed);
  const post = { ...testPost, ...stored, created_at: new Date().toISOString() };
  ownPosts.mockResolvedValue(json(200, { items: [post], nextCursor: null }));
  create.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  open();
  await pressPost();
  await screen.findByRole('alert');
  await pressPost();
  expect(await screen.findByText('Your post is on its way.')).toBeTruthy();
  expect(create).toHaveBeenCalledOnce();
});

it('a text that is on its way cannot be changed, and its field keeps the focus', async () => {
  let respond: (response: Response) => void = vi.fn();
  create.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  await writeAndPost();
  for (const name of ['Title', 'Body']) {
    const field = screen.getByLabelText<HTMLTextAreaElement>(name);
    const before = field.value;
    await userEvent.type(field, ' and more');
    expect(field.value).toBe(before);
    expect(field.matches(':focus')).toBe(true);
  }
  respond(json(400, { error: 'A title has at most 200 characters.' }));
  await screen.findByRole('alert');
  await userEvent.type(screen.getByLabelText('Body'), ' and more');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Body').value).toBe(`${testPost.body} and more`);
});

describe('a post that is still under way when its author comes back to it', () => {
  /**
   * Presses the button while it has no effect; the returned function gives the server's
   * response to the first press.
   */
  async function comeBack() {
    let respond: (response: Response) => void = vi.fn();
    create.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    const client = makeQueryClient();
    const { unmount } = await writeAndPost(client);
    unmount();
    open(client);
    expect(postButton().getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByText('Your unfinished text is back.')).toBeNull();
    await pressPost();
    return respond;
  }

  it('cannot be sent again, and is told of when it is there', async () => {
    const respond = await comeBack();
    respond(json(201, testPost));
    expect(await screen.findByText('Your post is on its way.')).toBeTruthy();
    expect(readDraft(DRAFT)).toBeNull();
    expect([create, ownPosts].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  it('may be sent again once the server has rejected it', async () => {
    const respond = await comeBack();
    respond(json(400, { error: 'A title has at most 200 characters.' }));
    expect((await screen.findByRole('alert')).textContent).toBe('A title has at most 200 characters.');
    create.mockResolvedValueOnce(json(201, testPost));
    await pressPost();
    expect(await screen.findByText('Your post is on its way.')).toBeTruthy();
    expect(create).toHaveBeenCalledTimes(2);
  });
});

it('a post is posted once however long Ctrl+Enter is held down', async () => {
  create.mockResolvedValue(json(201, testPost));
  open();
  await userEvent.type(screen.getByLabelText('Title'), testPost.title);
  await userEvent.type(
    screen.getByLabelText('Body'),
    `${testPost.body}{Control>}{Enter}{Enter}{Enter}{/Control}`,
  );
  expect(await screen.findByText('Your post is on its way.')).toBeTruthy();
  expect(create).toHaveBeenCalledOnce();
});

describe('what is made and typed for an AI draft', () => {
  const bees = { title: 'Bees', body: 'They hum.', draft_id: 'a', stand_in: false };
  const prompt = () => screen.getByLabelText<HTMLTextAreaElement>(/What should your post be about/);
  const body = () => screen.getByLabelText<HTMLTextAreaElement>('Body').value;
  const askForDraft = () => userEvent.click(screen.getByRole('button', { name: /Draft with AI/ }));

  /** Asks for a draft, which arrives while the post is being sent. */
  async function receiveWhilePosting() {
    let respond: (response: Response) => void = vi.fn();
    create.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    generate.mockResolvedValueOnce(json(200, bees));
    const { unmount } = await writeAndPost();
    await userEvent.type(prompt(), 'bees');
    await askForDraft();
    await screen.findByText('Your draft is ready. It is here when you write your next post.');
    expect(body()).toBe(testPost.body);
    return { respond, unmount };
  }

  it.each(['the post is sent', 'its author has left'])('is there for the next post where %s', async (how) => {
    const { respond, unmount } = await receiveWhilePosting();
    if (how === 'its author has left') unmount();
    respond(json(201, testPost));
    await waitFor(() => expect(readDraft(DRAFT)).toBeNull());
    unmount();
    open();
    expect(body()).toBe('They hum.');
    expect(readDraft(DRAFT)).toEqual({ title: 'Bees', body: 'They hum.', draftId: 'a' });
    expect(prompt().value).toBe('');
  });

  it('is asked about where the post is rejected, even after a reload', async () => {
    const { respond, unmount } = await receiveWhilePosting();
    expect(screen.queryByRole('button', { name: 'Replace my text' })).toBeNull();
    respond(json(400, { error: 'A title has at most 200 characters.' }));
    await screen.findByRole('button', { name: 'Replace my text' });
    unmount();
    const { unmount: leave } = open();
    expect(body()).toBe(testPost.body);
    await userEvent.click(screen.getByRole('button', { name: 'Replace my text' }));
    expect(body()).toBe('They hum.');
    leave();
    open();
    expect(screen.queryByRole('button', { name: 'Replace my text' })).toBeNull();
  });

  it('stays for its member, and for nobody else', async () => {
    const { unmount } = open();
    await userEvent.type(prompt(), 'bees');
    unmount();
    act(() => saveSession('other', tom));
    const { unmount: leave } = open();
    expect(prompt().value).toBe('');
    leave();
    act(() => saveSession('secret', mary));
    open();
    expect(prompt().value).toBe('bees');
  });

  it('goes with the text that is discarded, unless it was typed since', async () => {
    for (const [since, left] of [
      ['', ''],
      [' on roofs', 'bees on roofs'],
    ] as const) {
      saveDraft(DRAFT, { title: 'Bread', body: 'Flour' });
      savePrompt(DRAFT, 'bees');
      const { unmount } = open();
      if (since) await userEvent.type(prompt(), since);
      await userEvent.click(screen.getByRole('button', { name: 'Discard it' }));
      expect([prompt().value, readPrompt(DRAFT)]).toEqual([left, left]);
      unmount();
    }
  });

  it('stays where its draft is still being made when the post is sent', async () => {
    create.mockResolvedValueOnce(json(201, testPost));
    generate.mockReturnValueOnce(new Promise(() => undefined));
    const { unmount } = open();
    await userEvent.type(prompt(), 'bees');
    await askForDraft();
    await userEvent.type(screen.getByLabelText('Title'), testPost.title);
    await userEvent.type(screen.getByLabelText('Body'), testPost.body);
    await pressPost();
    await screen.findByText('Your post is on its way.');
    unmount();
    open();
    expect(prompt().value).toBe('bees');
  });

  it('is the same in two tabs', () => {
    open();
    savePrompt(DRAFT, 'bees');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: `draft:${DRAFT}:prompt` })));
    expect(prompt().value).toBe('bees');
  });
});

it('words that another tab stored while a post was sent stay', async () => {
  let respond: (response: Response) => void = vi.fn();
  create.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  await writeAndPost();
  saveDraft(DRAFT, { title: 'Bees', body: 'They hum.' });
  respond(json(201, testPost));
  await screen.findByText('Your post is on its way.');
  expect(readDraft(DRAFT)).toMatchObject({ title: 'Bees' });
});

it('a post that the server rejected is looked for by nobody', async () => {
  create.mockResolvedValueOnce(json(400, { error: 'A title has at most 200 characters.' }));
  await writeAndPost();
  await screen.findByRole('alert');
  create.mockResolvedValueOnce(json(201, testPost));
  await pressPost();
  expect(await screen.findByText('Your post is on its way.')).toBeTruthy();
  expect(ownPosts).not.toHaveBeenCalled();
});
