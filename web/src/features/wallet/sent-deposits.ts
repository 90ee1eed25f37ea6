import { createStore, useStore } from '../../shared/store/store';
import type { Attempt } from '../../shared/chain/attempts';
import type { Deposit } from './deposit.api';

/** A deposit from the moment when its wallet has signed. `isOver`: this page learns no more about it. */
interface SentDeposit {
  attempt: Attempt;
  memberId: number | null;
  deposit: Deposit;
  isOver: boolean;
}

/**
 * Oldest first. They outlive their form: a deposit goes on when its form is left, and the member's next form
 * shows it and sends no other.
 */
const sentDeposits = createStore<readonly SentDeposit[]>([]);

/** Returns the member's last deposit that was sent and not dropped since. */
export const useSentDeposit = (memberId: number | null): SentDeposit | undefined =>
  useStore(sentDeposits, (all) => all.filter((sent) => sent.memberId === memberId).at(-1));

/** Returns true while a deposit of the member is on its way. */
export const isSending = (memberId: number | null): boolean =>
  sentDeposits.get().some((sent) => sent.memberId === memberId && !sent.isOver);

/** Shows the step of a deposit that was sent. */
export const showSent = (attempt: Attempt, memberId: number | null, deposit: Deposit): void =>
  sentDeposits.set([...without(attempt), { attempt, memberId, deposit, isOver: false }]);

/** Marks a deposit as over; its last step stays until its member's form drops it. */
export const endSent = (attempt: Attempt): void =>
  sentDeposits.set(
    sentDeposits.get().map((sent) => (sent.attempt === attempt ? { ...sent, isOver: true } : sent)),
  );

/** Removes a deposit that has failed. Returns false when it was not sent. */
export function dropSent(attempt: Attempt): boolean {
  const wasSent = sentDeposits.get().some((sent) => sent.attempt === attempt);
  sentDeposits.set(without(attempt));
  return wasSent;
}

/** Removes the member's deposits that are over. */
export const dropOver = (memberId: number | null): void =>
  sentDeposits.set(sentDeposits.get().filter((sent) => sent.memberId !== memberId || !sent.isOver));

const without = (attempt: Attempt) => sentDeposits.get().filter((sent) => sent.attempt !== attempt);
