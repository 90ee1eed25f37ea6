import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { BASE_URL } from './base-url.ts';

export interface SignedUp {
  token: string;
  user: { id: number; username: string };
  password: string;
}

export interface PostResponse {
  id: number;
  title: string;
  review_status: string;
}

export const PASSWORD = 'correct horse battery';

/** Polling intervals in ms for something that usually arrives within a moment. */
export const INTERVALS = [50];

/** Returns a username that no other test has. */
export const newName = (hint: string) => `${hint}_${randomBytes(5).toString('hex')}`.slice(0, 20);

/** Calls the real API; fails the test unless the call succeeds. */
export async function api<Body>(method: string, path: string, body?: unknown, token?: string): Promise<Body> {
  const response = await request(method, path, body, token);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}

/** Calls the real API, and returns its response whatever the status. */
export function request(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
  return fetch(BASE_URL + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Registers a new member and waits for their bonus. */
export async function signUp(hint: string): Promise<SignedUp> {
  const username = newName(hint);
  const email = `${username}@example.org`;
  const body = { username, email, password: PASSWORD, ref: null };
  const session = await api<Omit<SignedUp, 'password'>>('POST', '/api/auth/register', body);
  await awaitBonus(session.token);
  return { ...session, password: PASSWORD };
}

/** Waits until a new member has the 100 LIKE of the bonus. */
export async function awaitBonus(token: string): Promise<void> {
  const look = async () => {
    const response = await request('GET', '/api/auth/me', undefined, token);
    return response.ok && ((await response.json()) as { tokens: number }).tokens;
  };
  await expect.poll(look, { message: 'the bonus', intervals: INTERVALS }).toBe(100);
}

/** Publishes a post that everybody may read. */
export async function publish(member: SignedUp, title: string, body = 'A few words.'): Promise<PostResponse> {
  const post = await api<PostResponse>('POST', '/api/posts', { title, body }, member.token);
  await becomePublic(post.id);
  return post;
}

/**
 * Waits until a page that is opened from now on finds a public post in /new: to visitors the gateway repeats
 * a response for up to a second, also one from before the post.
 */
export async function awaitInNew(postId: number): Promise<void> {
  const look = async () => {
    const { items } = await api<{ items: { id: number }[] }>('GET', '/api/posts/new?cursor=');
    // Others may have written a page since; a response from before the first post has none.
    const isPast = items.length > 0 && items.every(({ id }) => id > postId);
    return isPast || items.some(({ id }) => id === postId);
  };
  await expect.poll(look, { message: `post ${postId} in /new`, intervals: INTERVALS }).toBe(true);
}

/** Makes a member follow authors. */
export async function follow(member: SignedUp, ...authors: SignedUp[]): Promise<void> {
  for (const { user } of authors)
    await api('POST', `/api/posts/users/${user.username}/subscribe`, undefined, member.token);
}

/** Returns whether a member follows an author, according to the server. */
export async function isFollowing(member: SignedUp, author: SignedUp): Promise<boolean> {
  const path = `/api/posts/users/${author.user.username}/subscribed`;
  return (await api<{ subscribed: boolean }>('GET', path, undefined, member.token)).subscribed;
}

/** Publishes many posts of one member; the last one is the newest. */
export async function publishMany(member: SignedUp, count: number): Promise<PostResponse[]> {
  const posts: PostResponse[] = [];
  for (let number = 1; number <= count; number += 1) {
    const text = { title: `Post ${number} of ${count}`, body: 'A few words.' };
    posts.push(await api<PostResponse>('POST', '/api/posts', text, member.token));
  }
  for (const { id } of posts) await becomePublic(id);
  return posts;
}

/**
 * Publishes very many short posts of one member, eight at a time; returns their ids once all are public.
 * Waits when the limit per minute is reached.
 */
export async function publishQuickly(member: SignedUp, count: number): Promise<number[]> {
  const ids: number[] = [];
  let begun = 0;
  const write = async () => {
    while (begun < count) {
      begun += 1;
      const text = { title: `Post ${begun} of ${count}`, body: `A few words, ${begun} of them. `.repeat(8) };
      ids.push((await create(member, text)).id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  for (const id of ids) await becomePublic(id);
  return ids;
}

async function create(member: SignedUp, text: { title: string; body: string }): Promise<PostResponse> {
  for (;;) {
    const response = await request('POST', '/api/posts', text, member.token);
    if (response.ok) return (await response.json()) as PostResponse;
    if (response.status !== 429) throw new Error(`POST /api/posts: ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

const becomePublic = (postId: number) =>
  expect
    .poll(async () => (await request('GET', `/api/posts/${postId}`)).status, {
      message: `post ${postId} in public`,
      intervals: INTERVALS,
    })
    .toBe(200);
