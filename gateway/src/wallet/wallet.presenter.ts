import { likeNumber } from '@likewell/contracts/core/money';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import type { HistoryItem } from '@likewell/contracts/gateway/wallet';
import type { findNames } from '@likewell/contracts/posts/rpc';
import type { StatementLine, WeekTotals } from '@likewell/contracts/tipping-ledger/statement';
import { authorView } from '../users/users.presenter.js';

/** Changes of the balance: signed, for display and exact, with the names that are known. */
export function historyView(
  lines: readonly StatementLine[],
  names: RpcOutput<typeof findNames>,
): HistoryItem[] {
  const members = new Map(names.members.map((member) => [member.memberId, authorView(member)]));
  const titles = new Map(names.posts.map(({ id, title }) => [id, title]));
  return lines.map((line) => ({
    id: line.id,
    created_at: line.createdAt,
    kind: line.kind,
    ...amountView(line.amountNano),
    post_id: line.postId,
    post_title: named(titles, line.postId),
    counterparty: line.counterpartyId,
    counterparty_user: named(members, line.counterpartyId),
    tx: line.signature,
  }));
}

const named = <Name>(names: ReadonlyMap<number, Name>, id: number | null): Name | null =>
  id === null ? null : (names.get(id) ?? null);

/** Collects what a page of lines needs names of, each once. */
export function namesWanted(lines: readonly StatementLine[]) {
  const known = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  return {
    memberIds: known(lines.map(({ counterpartyId }) => counterpartyId)),
    postIds: known(lines.map(({ postId }) => postId)),
  };
}

/** Totals of tips received and given within a week. */
export function weekView({ from, until, earned, given }: WeekTotals) {
  return { from, until, earned: totalView(earned), given: totalView(given) };
}

function totalView({ amountNano, isExact }: WeekTotals['earned']) {
  return { ...amountView(amountNano), is_exact: isExact };
}

/** An amount, for display and exact. */
export function amountView(amountNano: bigint) {
  return { amount: likeNumber(amountNano), amountNano: amountNano.toString() };
}
