import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { SignedAmount } from './signed-amount';
import type { HistoryItem } from './wallet.api';

const CELL = 'border-t border-line py-3 pr-3 align-top last:pr-0';
const NUMBER = `${CELL} text-right`;

/** A deposit or withdrawal; any kind but `deposit` means withdraw, the status is always success (spec, 2 and 3). */
export function OperationRow({ item }: { item: HistoryItem }) {
  return (
    <tr>
      <td className={CELL}>
        <Day time={item.created_at} />
      </td>
      <td className={CELL}>{item.kind === 'deposit' ? 'Deposit' : 'Withdraw'}</td>
      <td className={`${CELL} text-muted`}>success</td>
      <td className={NUMBER}>
        <SignedAmount nano={BigInt(item.amountNano)} />
      </td>
    </tr>
  );
}

const CHANGES: Record<HistoryItem['kind'], string> = {
  deposit: 'Deposit',
  'tip-sent': 'Tip sent',
  'tip-received': 'Tip received',
  bonus: 'Sign-up bonus',
  referral: 'Share and earn',
  holders: 'Holders’ share',
  accrued: 'Holders’ share so far',
};

/** Any change of the balance, to the last decimal: all of them together are the balance. */
export function ChangeRow({ item }: { item: HistoryItem }) {
  return (
    <tr>
      <td className={CELL}>
        <Day time={item.created_at} />
      </td>
      <td className={CELL}>
        {CHANGES[item.kind]}
        {item.post_id !== null && (
          <>
            {', '}
            <Link
              to={paths.post(item.post_id)}
              className="text-muted underline underline-offset-2 hover:text-fg"
            >
              post {item.post_id}
            </Link>
          </>
        )}
      </td>
      <td className={NUMBER}>
        <SignedAmount exact nano={BigInt(item.amountNano)} />
      </td>
    </tr>
  );
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

function Day({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={minute.format(date)} className="amount text-muted">
      {day.format(date)}
    </time>
  );
}
