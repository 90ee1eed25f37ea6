import { formatLike } from '@likewell/contracts/core/money';
import { Check } from 'lucide-react';
import { Spinner } from '../../shared/ui/spinner';
import { Status } from '../../shared/ui/status';
import type { Deposit, DepositStep } from './deposit.api';

const STEPS: { step: DepositStep; label: string }[] = [
  { step: 'connect', label: 'Connect' },
  { step: 'sign', label: 'Sign' },
  { step: 'send', label: 'Sending' },
  { step: 'confirm', label: 'Confirming' },
  { step: 'credited', label: 'Credited' },
];

/** Steps without a place in the row, and the step as which they are shown. */
const SHOWN_AS: Partial<Record<Deposit['step'], DepositStep>> = { late: 'confirm', paused: 'credited' };

/** The progress of a deposit, if there is one, and its meaning. */
export function DepositSteps({ deposit }: { deposit: Deposit | null }) {
  return (
    <div className={deposit ? 'stack gap-3 rounded-xl border border-line bg-canvas p-3 sm:p-4' : 'sr-only'}>
      {deposit && <Steps step={deposit.step} />}
      <Status aria-live="polite" className="text-center text-15 text-muted">
        {deposit && sentenceOf(deposit)}
      </Status>
    </div>
  );
}

/** On a narrow screen only the name of the current step is seen. */
function Steps({ step }: Pick<Deposit, 'step'>) {
  const current = STEPS.findIndex((entry) => entry.step === (SHOWN_AS[step] ?? step));
  const isOver = step === 'credited';
  return (
    <ol aria-label="Steps of the deposit" className="grid grid-cols-5 gap-1">
      {STEPS.map(({ label }, index) => {
        const isDone = index < current || isOver;
        const isCurrent = index === current && !isOver;
        return (
          <li
            key={label}
            aria-current={isCurrent ? 'step' : undefined}
            className="stack justify-items-center gap-1.5 text-center"
          >
            <Mark isDone={isDone} isCurrent={isCurrent} />
            <span
              className={`text-13 ${isDone || isCurrent ? 'text-fg' : 'text-muted'} ${index === current ? '' : 'max-sm:sr-only'}`}
            >
              {label}
            </span>
            {isDone && <span className="sr-only">, done</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Mark({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  const look = isDone ? 'bg-accent-fill text-on-accent' : 'border border-line text-accent';
  return (
    <span aria-hidden="true" className={`grid size-7 place-items-center rounded-full ${look}`}>
      {isDone && <Check className="size-4" />}
      {isCurrent && <Spinner className="size-4" />}
    </span>
  );
}

function sentenceOf({ step, nano, walletName }: Deposit): string {
  const amount = `${formatLike(nano)} LIKE`;
  switch (step) {
    case 'choose':
    case 'connect':
      return `Let ${walletName} connect to Likewell.`;
    case 'sign':
      return `Approve the transfer of ${amount} in ${walletName}.`;
    case 'send':
      return `${amount} is being sent.`;
    case 'confirm':
      return `Solana is confirming your ${amount}. This takes some seconds.`;
    case 'late':
      return `Solana is slower than usual. Your ${amount} will be credited when it is done, even if you leave this page.`;
    case 'paused':
      return `Deposits are paused for a while. Your ${amount} has arrived and will be credited when they resume, even if you leave this page.`;
    case 'credited':
      return `${amount} is in your balance.`;
  }
}
