import { api, type PostAnswer, request, type SignedUp } from './api.ts';
import { prose } from './prose.ts';

/** So many that the automatic check leaves the text to a person. */
const LINKS = Array.from({ length: 8 }, (_, index) => `https://trains-${index}.example`).join(' ');

interface Line {
  revision_id: number;
  post_id: number;
}

/** A post of the member that waits for a moderator. */
export function submitToReview(member: SignedUp, title: string, words = prose(40)): Promise<PostAnswer> {
  return api<PostAnswer>('POST', '/api/posts', { title, body: `${words} ${LINKS}` }, member.token);
}

/** A moderator decides about the text of a post, once it is in the queue. */
export async function decide(moderator: SignedUp, postId: number, judgement: object): Promise<void> {
  const giveUpAt = Date.now() + 15_000;
  for (;;) {
    const line = (await queue(moderator)).find(({ post_id }) => post_id === postId);
    const path = `/api/moderation/revisions/${line?.revision_id}/decision`;
    if (line) {
      await api('POST', path, judgement, moderator.token);
      return;
    }
    if (Date.now() > giveUpAt) throw new Error(`Post ${postId} is not in the queue`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Everything that waits. */
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

/** True when everybody may read a post. */
export const isPublic = async (postId: number) =>
  (await request('GET', `/api/posts/${postId}`)).status === 200;
