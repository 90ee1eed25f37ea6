import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import type { Findings } from './audit.js';
import { BatchSizer, type BatchOptions } from './batch-sizer.js';
import { findCheckpoints, saveCheckpoints, savePostCheckpoints } from './audit-checkpoints.queries.js';
import { beginPosts, goOnWithPosts, postRow } from './audit-posts.queries.js';
import {
  beginReplay,
  checkpointAt,
  finishReplay,
  goOn,
  isOver,
  NOTHING,
  type LegName,
  type Replay,
} from './audit-replay.js';
import type { LegExpected, Touched } from './audit-touched.queries.js';

/** Expected number of new entries of a touched account. */
const ENTRIES_EACH = 10;
const POSTS_AT_ONCE = 5000;

const seenPostRow = postRow.extend({ seen: int8Nano });

/**
 * Checks each of these members up to a number, and saves the checkpoints of those that are right. Returns
 * those that are wrong, with what the journal has for them.
 */
export async function checkMembers(
  tx: Tx,
  expected: Touched['members'],
  mark: string,
  findings: Findings,
  options: BatchOptions,
): Promise<Touched['members']> {
  const sizer = new BatchSizer(options);
  const wrong: Touched['members'] = {};
  const ids = inOrder(expected);
  while (ids.length > 0) {
    const batch = ids.splice(0, Math.ceil(sizer.size / ENTRIES_EACH));
    const checkpoints = await findCheckpoints(tx, batch);
    let open = batch.map((id) => beginReplay(id, checkpoints.get(id) ?? NOTHING));
    while (open.length > 0)
      await sizer.chunk(async (size) => {
        await goOn(tx, open, size, mark);
        const over = open.filter(isOver);
        for (const member of over) finish(member, expected[member.id] ?? {});
        const right = over.filter((member) => member.findings.isEmpty);
        await saveCheckpoints(tx, new Map(right.map((member) => [member.id, checkpointAt(mark, member)])));
        for (const member of over) {
          findings.addAll(member.findings);
          if (!member.findings.isEmpty) wrong[member.id] = expected[member.id] ?? {};
        }
        // A member without an account is found by the checks of the journal.
        open = open.filter((member) => member.next !== null && !isOver(member));
      });
  }
  return wrong;
}

/** Compares the replay up to the mark with the journal's lines. */
function finish(member: Replay, expected: Partial<Record<LegName, LegExpected>>): void {
  const { id, start, atMark, findings } = member;
  finishReplay(member);
  for (const leg of new Set([...Object.keys(atMark), ...Object.keys(expected)]) as Set<LegName>) {
    const [has, says] = [atMark[leg], expected[leg]];
    if ((has?.lines ?? 0) !== (says?.lines ?? 0) || (has?.amount ?? 0n) !== (says?.amount ?? 0n))
      findings.add(
        'links',
        `account ${id}`,
        `since transfer ${start.seq} its history, ${leg}, has ${has?.lines ?? 0} lines of ${has?.amount ?? 0}, ` +
          `the journal ${says?.lines ?? 0} of ${says?.amount ?? 0}`,
      );
  }
}

/**
 * Checks each of these posts up to a number, and saves the checkpoints of those that are right. Returns those
 * that are wrong, with what the journal has for them.
 */
export async function checkPosts(
  tx: Tx,
  expected: Touched['posts'],
  mark: bigint,
  findings: Findings,
  options: BatchOptions,
): Promise<Touched['posts']> {
  const sizer = new BatchSizer(options);
  const wrong: Touched['posts'] = {};
  const ids = inOrder(expected);
  while (ids.length > 0) {
    const batch = ids.splice(0, Math.min(sizer.size, POSTS_AT_ONCE));
    const rows = await sizer.chunk(() => readPosts(tx, batch));
    const replay = beginPosts(rows, mark);
    while (Object.keys(replay.next).length > 0)
      await sizer.chunk((size) => goOnWithPosts(tx, replay, size, { floor: mark, mark: mark.toString() }));
    const right = new Map<string, bigint>();
    for (const { postId: id, seen } of rows) {
      const post = replay.posts[id];
      const [has, says] = [(post?.total ?? 0n) - (post?.tips ?? 0n), seen + (expected[id] ?? 0n)];
      if (has === says) right.set(id, has);
      else {
        wrong[id] = expected[id] ?? 0n;
        findings.add(
          'likes-sum',
          `post ${id}`,
          `its total at transfer ${mark} is ${has}, its tips are ${says}`,
        );
      }
    }
    await sizer.chunk(() => savePostCheckpoints(tx, mark.toString(), right));
  }
  return wrong;
}

/**
 * Returns posts with their total at their last checkpoint. A post that does not exist is found by the
 * journal's checks.
 */
const readPosts = (tx: Tx, ids: readonly string[]) =>
  queryRows(
    tx,
    seenPostRow,
    `SELECT post_id AS "postId", author_id AS "authorId", post_total.likes_sum AS "likesSum", coalesce(seen.likes_sum, 0) AS seen,
       (SELECT last_received_seq FROM account WHERE id = author_id) AS newest
     FROM unnest($1::bigint[]) AS asked (post_id) JOIN post_total USING (post_id)
     LEFT JOIN audited_post seen USING (post_id)`,
    [ids],
  );

/** Returns the ids in numeric order, in which neighbouring rows are stored next to each other. */
const inOrder = (byId: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(byId).sort((a, b) => Number(BigInt(a) - BigInt(b)));
