import type { QueryClient } from '@tanstack/react-query';
import type { Attempt } from '../../shared/chain/attempts';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { getSession, updateUser } from '../../shared/session/session-store';
import { messageOf } from '../../shared/ui/form-error';
import { type Deposit, depositFrom, type DepositStep, SilentEnd } from './deposit.api';
import { dropOver, dropSent, endSent, isSending, showSent } from './sent-deposits';

/** What an attempt at a deposit needs to know of the form that began it. */
export interface DepositingForm {
  client: QueryClient;
  memberId: number | null;
  /** Returns false once the form was left. */
  isShown: () => boolean;
  /** Shows a deposit that the wallet has not signed yet, in this form alone. */
  showUnsent: (deposit: Deposit | null) => void;
}

/** Does an attempt's work in place of the deposits that are over, and tells of its failure. */
export async function runAttempt(
  attempt: Attempt,
  form: DepositingForm,
  work: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  dropOver(form.memberId);
  try {
    await work(attempt);
  } catch (error) {
    if (attempt.isLatest()) tellFailure(attempt, form, error);
  }
  endSent(attempt);
  attempt.end();
}

function tellFailure(attempt: Attempt, form: DepositingForm, error: unknown): void {
  form.showUnsent(null);
  // Of what was sent a member is told wherever they are on the page.
  const isTold = dropSent(attempt) ? getSession().user?.id === form.memberId : form.isShown();
  if (!(error instanceof SilentEnd) && isTold) window.alert(messageOf(error));
}

/** Deposits from the wallet, and shows each step. @throws Error as {@link depositFrom} */
export async function sendDeposit(
  attempt: Attempt,
  form: DepositingForm,
  nano: bigint,
  wallet: SolanaWallet,
): Promise<void> {
  const { client, memberId } = form;
  const show = (step: DepositStep) =>
    showStep(attempt, form, { nano, wallets: [], walletName: wallet.name, step });
  const credited = await depositFrom(attempt, wallet, nano, (step) => {
    if (step === 'sign') commit(attempt, memberId);
    show(step);
  });
  if (!credited) return;
  // Another member may have signed in while the chain took its time.
  if (getSession().user?.id === memberId) updateUser(credited);
  void client.resetQueries({ queryKey: ['wallet-history', memberId] });
  show('credited');
}

/** Lets the wallet sign, unless what a form before this one asked for was signed meanwhile. */
function commit(attempt: Attempt, memberId: number | null): void {
  if (isSending(memberId)) throw new SilentEnd();
  attempt.commit();
}

/** Shows a step: in its form alone until the wallet has signed, then in the member's next forms, too. */
function showStep(attempt: Attempt, form: DepositingForm, deposit: Deposit): void {
  const isSigned = deposit.step !== 'connect' && deposit.step !== 'sign';
  form.showUnsent(isSigned ? null : deposit);
  if (isSigned) showSent(attempt, form.memberId, deposit);
}
