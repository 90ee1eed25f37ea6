import type { LedgerModel } from './ledger-model.js';
import type { LedgerTransaction, WrittenMovement, WrittenTip } from './witness.js';

/**
 * Applies a transaction of the ledger to the model, and expects the model to allow it and to write the same
 * rows. Members in `openedMeanwhile` opened while a call was paying bonuses, which may not know of them.
 */
export function replay(
  transaction: LedgerTransaction,
  model: LedgerModel,
  openedMeanwhile: Set<number>,
): void {
  const { tips, movements, opened, closed, left, rows } = transaction;
  model.takeJournal();
  if (closed !== null) expect(model.closeEpoch()).toBe(closed);
  if (left !== null) {
    expect(model.members.get(left)?.isClosed).not.toBe(true);
    model.close(left);
  }
  if (opened) {
    expect(model.members.has(opened.memberId)).toBe(false);
    model.open(opened.memberId, opened.referrerId);
    openedMeanwhile.add(opened.memberId);
  } else {
    payBonuses(
      movements.filter(({ kind }) => kind === 'bonus').map(({ to }) => to),
      model,
      openedMeanwhile,
    );
  }
  for (const movement of movements) replayMovement(movement, model);
  settleBatch(tips, model);
  expect([...rows].sort()).toEqual(model.takeJournal().sort());
}

/** Pays the oldest members first. */
function payBonuses(paid: readonly number[], model: LedgerModel, openedMeanwhile: ReadonlySet<number>): void {
  for (const id of paid) {
    const member = model.owed.find((owed) => owed.id === id);
    expect({ isOwedTo: member?.id }).toEqual({ isOwedTo: id });
    if (member) model.payBonus(member);
  }
  const passedOver = model.owed.filter(({ id }) => !openedMeanwhile.has(id) && id < Math.max(...paid));
  expect(passedOver.map(({ id }) => id)).toEqual([]);
}

function replayMovement({ kind, key, to, amountNano }: WrittenMovement, model: LedgerModel): void {
  const [, signature = ''] = /^(?:deposit|claim):(.*)$/.exec(key ?? '') ?? [];
  if (kind === 'supply') model.fillTreasury(amountNano);
  if (kind === 'deposit')
    expect(model.deposit(signature, to < 1000 ? null : to, amountNano)).toBe('credited');
  if (kind === 'claim') expect(model.claim(signature, to)).toBe('claimed');
}

/** What a member receives in a batch can be spent from the next batch on. */
function settleBatch(tips: readonly WrittenTip[], model: LedgerModel): void {
  for (const tip of tips) {
    expect(model.earlierTip(tip)).toBeUndefined();
    expect(model.judgeTip(tip)).toBe('');
  }
  const left = new Map(tips.map(({ payerId }) => [payerId, model.balance(payerId)]));
  for (const tip of tips) {
    const remaining = (left.get(tip.payerId) ?? 0n) - tip.amountNano;
    expect(remaining).toBeGreaterThanOrEqual(0n);
    left.set(tip.payerId, remaining);
    model.move(tip).tipId = tip.tipId;
  }
}
