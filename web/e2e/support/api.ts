import { randomBytes } from 'node:crypto';
import { BASE_URL } from './browser.ts';

export interface SignedUp {
  token: string;
  user: { id: number; username: string };
  password: string;
}

export interface PostAnswer {
  id: number;
  title: string;
  review_status: string;
}

export const PASSWORD = 'correct horse battery';

/** A username that no other test has. */
export const newName = (hint: string) => `${hint}_${randomBytes(5).toString('hex')}`.slice(0, 20);

/** Calls the real API; fails the test on anything but a success. */
export async function api<Answer>(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Answer> {
  const response = await request(method, path, body, token);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

function request(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
  return fetch(BASE_URL + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** A new member, whose bonus has arrived. */
export async function signUp(hint: string): Promise<SignedUp> {
  const username = newName(hint);
  const email = `${username}@example.org`;
  const body = { username, email, password: PASSWORD, ref: null };
  const session = await api<Omit<SignedUp, 'password'>>('POST', '/api/auth/register', body);
  await eventually(async () => {
    const me = await api<{ tokens: number }>('GET', '/api/auth/me', undefined, session.token);
    return me.tokens === 100;
  }, 'the bonus');
  return { ...session, password: PASSWORD };
}

/** A post of the member that everybody may read. */
export async function publish(member: SignedUp, title: string, body = 'A few words.'): Promise<PostAnswer> {
  const post = await api<PostAnswer>('POST', '/api/posts', { title, body }, member.token);
  await becomePublic(post.id);
  return post;
}

/** Many posts of one member, the last one being the newest. */
export async function publishMany(member: SignedUp, count: number): Promise<PostAnswer[]> {
  const posts: PostAnswer[] = [];
  for (let number = 1; number <= count; number += 1) {
    const text = { title: `Post ${number} of ${count}`, body: 'A few words.' };
    posts.push(await api<PostAnswer>('POST', '/api/posts', text, member.token));
  }
  for (const { id } of posts) await becomePublic(id);
  return posts;
}

const becomePublic = (postId: number) =>
  eventually(
    async () => (await request('GET', `/api/posts/${postId}`)).status === 200,
    `post ${postId} in public`,
  );

/** Asks again until it is so; also outside of tests, where vitest's own polling refuses to work. */
async function eventually(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = Date.now() + 15_000;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
