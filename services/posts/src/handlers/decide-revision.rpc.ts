import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { postErrors } from '@likewell/contracts/posts/errors';
import type { Decision, Judgement } from '@likewell/contracts/posts/moderation';
import { decideRevision } from '@likewell/contracts/posts/rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AuthorDirectory } from '../storage/author-directory.js';
import { findDecision } from '../storage/decisions.js';
import { findPostOf, lockPost } from '../storage/posts.js';
import { readState } from '../storage/revisions.js';
import { holdStanding } from '../storage/standing.js';
import { settleRevision } from '../storage/verdicts.js';

@Controller()
export class DecideRevisionHandler {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorDirectory,
  ) {}

  @Rpc(decideRevision)
  async handle(input: RpcInput<typeof decideRevision>): Promise<RpcOutput<typeof decideRevision>> {
    const { revisionId, moderatorId, judgement } = input;
    await this.authors.ensure(moderatorId);
    return this.database.transaction(async (tx) => {
      const found = await findPostOf(tx, revisionId);
      if (!found) throw new AppError(postErrors.REVISION_NOT_FOUND);
      const { postId, authorId } = found;
      if (authorId === moderatorId) throw new AppError(postErrors.OWN_REVISION);
      await holdStanding(tx, postId);
      const post = await lockPost(tx, postId);
      const state = await readState(tx, revisionId);
      if (state?.status === 'approved' || state?.status === 'rejected') {
        return sameOrTooLate(tx, revisionId, moderatorId, judgement);
      }
      if (!post || state?.status !== 'pending') throw new AppError(postErrors.TEXT_CHANGED);
      if (!state.asked) throw new AppError(postErrors.REVISION_NOT_FOUND);
      await settleRevision(tx, { revisionId, postId, authorId, moderatorId, ...lineOf(judgement) });
      return decisionAbout(tx, revisionId);
    });
  }
}

const lineOf = (judgement: Judgement) =>
  judgement.verdict === 'approve'
    ? { verdict: 'approved' as const, reasons: [], note: judgement.note }
    : { verdict: 'rejected' as const, reasons: [judgement.reason], note: judgement.note };

/** Whoever says the same again, after an answer that got lost, gets that answer. @throws AppError ALREADY_DECIDED */
async function sameOrTooLate(
  tx: Tx,
  revisionId: number,
  moderatorId: number,
  judgement: Judgement,
): Promise<Decision> {
  const stands = await decisionAbout(tx, revisionId);
  const said = lineOf(judgement);
  const isSame =
    stands.moderator?.memberId === moderatorId &&
    stands.verdict === said.verdict &&
    stands.reasons.join() === said.reasons.join();
  if (isSame) return stands;
  throw new AppError(postErrors.ALREADY_DECIDED, {
    details: { verdict: stands.verdict, moderator: stands.moderator?.username ?? null },
  });
}

async function decisionAbout(tx: Tx, revisionId: number): Promise<Decision> {
  const decision = await findDecision(tx, revisionId);
  // Of texts that were decided about before there was a log, nothing more is known.
  if (!decision) throw new AppError(postErrors.ALREADY_DECIDED);
  return decision;
}
