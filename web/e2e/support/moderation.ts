import { expect } from '@playwright/test';
import { api, INTERVALS, type PostResponse, request, type SignedUp } from './api.ts';
import { operate } from './operators.ts';
import { prose } from './prose.ts';
import { setUpApp } from './totp-app.ts';

/** More links than the automatic check approves: it leaves such a text to a moderator. */
const LINKS = Array.from({ length: 8 }, (_, index) => `https://trains-${index}.example`).join(' ');

interface Line {
  revision_id: number;
  post_id: number;
}

/** Submits a post that waits for a moderator. */
export function submitToReview(member: SignedUp, title: string, words = prose(40)): Promise<PostResponse> {
  return api<PostResponse>('POST', '/api/posts', { title, body: `${words} ${LINKS}` }, member.token);
}

/** Gives a member a second factor and a role, and waits until they can read the queue. */
export async function appoint(member: SignedUp, role: 'moderator' | 'admin' = 'moderator'): Promise<void> {
  await setUpApp(member);
  await operate('grant', `user=${member.user.username}`, `role=${role}`);
  const look = async () => (await request('GET', '/api/moderation/queue', undefined, member.token)).status;
  const message = `the queue, open to ${member.user.username}`;
  await expect.poll(look, { message, intervals: INTERVALS }).toBe(200);
}

/** Decides as a moderator about the text of a post, once it is in the queue. */
export async function decide(moderator: SignedUp, postId: number, judgement: object): Promise<void> {
  await waitUntilQueued(moderator, postId);
  const line = await findInQueue(moderator, postId);
  await api('POST', `/api/moderation/revisions/${line?.revision_id}/decision`, judgement, moderator.token);
}

/** Waits until the text of a post is in the queue: the page does not reload a queue that has items. */
export async function waitUntilQueued(moderator: SignedUp, postId: number): Promise<void> {
  const message = `post ${postId} in the queue`;
  await expect.poll(() => findInQueue(moderator, postId), { message, intervals: INTERVALS }).toBeDefined();
}

const findInQueue = async (moderator: SignedUp, postId: number): Promise<Line | undefined> =>
  (await queue(moderator)).find(({ post_id }) => post_id === postId);

/** Returns all texts that wait. */
async function queue(moderator: SignedUp): Promise<Line[]> {
  const lines: Line[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/api/moderation/queue?cursor=${cursor}`;
    const page: { items: Line[]; nextCursor: string | null } = await api(
      'GET',
      path,
      undefined,
      moderator.token,
    );
    lines.push(...page.items);
    cursor = page.nextCursor;
  }
  return lines;
}

/** Returns true when everybody may read a post. */
export const isPublic = async (postId: number) =>
  (await request('GET', `/api/posts/${postId}`)).status === 200;
