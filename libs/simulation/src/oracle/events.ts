import type { ServiceName, World } from '../world.js';

/**
 * Consumers of each subject, by the durable consumer's name; totals that replace each other are compared by
 * their value.
 */
const CONSUMERS: readonly { from: ServiceName; subject: string; to: ServiceName; durable: string }[] = [
  {
    from: 'neighbours',
    subject: 'event.auth.member-registered',
    to: 'ledger',
    durable: 'tipping-ledger_event_auth_member-registered',
  },
  {
    from: 'neighbours',
    subject: 'event.posts.post-published',
    to: 'ledger',
    durable: 'tipping-ledger_event_posts_post-published',
  },
  {
    from: 'neighbours',
    subject: 'event.posts.post-withdrawn',
    to: 'ledger',
    durable: 'tipping-ledger_event_posts_post-withdrawn',
  },
  {
    from: 'neighbours',
    subject: 'event.auth.wallet-proved',
    to: 'watcher',
    durable: 'wallet-chain-watcher_event_auth_wallet-proved',
  },
];

/** Returns events that have not reached a consumer, and totals that differ; nothing once all have arrived. */
export async function missingEvents(world: World): Promise<string[]> {
  const missing: string[] = [];
  for (const { from, subject, to, durable } of CONSUMERS) {
    const told = await world.look<{ id: string; published: boolean }>(
      from,
      'SELECT id, published_at IS NOT NULL AS published FROM outbox WHERE subject = $1 ORDER BY seq',
      [subject],
    );
    const heard = await world.look<{ event_id: string }>(
      to,
      'SELECT event_id FROM inbox WHERE consumer = $1',
      [durable],
    );
    const known = new Set(heard.map(({ event_id }) => event_id));
    const lost = told.filter(({ id }) => !known.has(id));
    const waiting = lost.filter(({ published }) => !published).length;
    if (lost.length > 0) missing.push(`${lost.length} of ${subject} (${waiting} still in the outbox)`);
  }
  const sums = await world.look<{ post_id: string; sum: string }>(
    'ledger',
    'SELECT post_id, likes_sum::text AS sum FROM post_total WHERE likes_sum > 0',
  );
  const shown = await world.look<{ post_id: string; sum: string }>(
    'neighbours',
    'SELECT post_id, likes_sum::text AS sum FROM post',
  );
  const shownByPost = new Map(shown.map(({ post_id, sum }) => [post_id, sum]));
  const behind = sums.filter(({ post_id, sum }) => shownByPost.get(post_id) !== sum);
  if (behind.length > 0) missing.push(`the totals of ${behind.length} posts`);
  return missing;
}

/** Returns the age in seconds of the oldest waiting row of each outbox. */
export async function outboxLags(world: World): Promise<{ service: ServiceName; seconds: number }[]> {
  const lags = [];
  for (const service of ['ledger', 'neighbours'] as const) {
    const [oldest] = await world.look<{ seconds: number }>(
      service,
      `SELECT extract(epoch FROM now() - min(created_at))::float8 AS seconds FROM outbox WHERE published_at IS NULL`,
    );
    lags.push({ service, seconds: oldest?.seconds ?? 0 });
  }
  return lags;
}
