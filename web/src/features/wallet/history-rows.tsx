/* eslint-disable jsx-a11y-x/no-interactive-element-to-noninteractive-role --
   the roles that the table's elements lose where it stacks them (history-table.tsx). */
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { localDay } from '../../shared/format/calendar-day';
import { longMoment } from '../../shared/format/dates';
import { shownName } from '../../shared/members/shown-name';
import { Avatar } from '../../shared/ui/avatar';
import { LikeMark } from '../../shared/ui/like-mark';
import { PastTime } from '../../shared/ui/past-time';
import { SignedAmount } from './signed-amount';
import { useTransactionUrl } from './transaction-url';
import type { HistoryItem } from './wallet.api';

const ROW = 'max-[22rem]:gap-1 max-[22rem]:border-t max-[22rem]:border-line max-[22rem]:py-3';
const CELL = 'border-t border-line py-3 pr-3 align-top last:pr-0 max-[22rem]:border-0 max-[22rem]:p-0';
const NUMBER = `${CELL} text-right pointer-coarse:align-middle max-[22rem]:text-left`;
// Links are as high as a finger needs, and move no words: they reach over what lies above the upper and under the lower.
const TOP_LINK = 'pointer-coarse:pt-6 pointer-coarse:pb-0.5';
const LOW_LINK = 'pointer-coarse:relative pointer-coarse:z-1 pointer-coarse:-mb-6.25 pointer-coarse:pb-6.25';
const ONLY_LINK =
  'pointer-coarse:-my-3 pointer-coarse:inline-flex pointer-coarse:min-h-tap pointer-coarse:items-center';

/**
 * A deposit or withdrawal: any kind but `deposit` is a withdrawal, and the status is always success (spec,
 * sections 2 and 3).
 */
export function OperationRow({ item }: { item: HistoryItem }) {
  return (
    <tr role="row" className={ROW}>
      <td role="cell" className={CELL}>
        <Day time={item.created_at} />
      </td>
      <td role="cell" className={CELL}>
        {item.kind === 'deposit' ? 'Deposit' : 'Withdraw'}
      </td>
      <td role="cell" className={`${CELL} text-muted`}>
        {item.tx ? <ChainLink tx={item.tx}>success</ChainLink> : 'success'}
      </td>
      <td role="cell" className={NUMBER}>
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
  forfeit: 'Given to the treasury',
  accrued: 'Holders’ share so far',
};

/** Text between a change and the name of the other side. */
const WITH: Partial<Record<HistoryItem['kind'], string>> = {
  'tip-sent': ' to ',
  'tip-received': ' from ',
  referral: ', a tip of ',
};

/** Any change of the balance, with all decimals: the sum of all changes is the balance. */
export function ChangeRow({ item }: { item: HistoryItem }) {
  const { kind, counterparty_user: other, tx } = item;
  return (
    <tr role="row" className={ROW}>
      <td role="cell" className={CELL}>
        <div className="flex gap-3 pointer-coarse:items-center">
          {other ? (
            <Link to={paths.member(other.username)} tabIndex={-1} aria-hidden="true" className="shrink-0">
              <Avatar src={other.avatar} />
            </Link>
          ) : (
            <span className="grid size-10 shrink-0 place-content-center rounded-full bg-raised text-accent">
              <LikeMark className="size-5" />
            </span>
          )}
          <div className="grid min-w-0 gap-0.5">
            <p className="text-15 wrap-anywhere">
              {CHANGES[kind]}
              {other && WITH[kind] && (
                <>
                  {WITH[kind]}
                  <Link
                    to={paths.member(other.username)}
                    className={`${TOP_LINK} font-medium hover:underline`}
                  >
                    <bdi>{shownName(other.username)}</bdi>
                  </Link>
                </>
              )}
            </p>
            <p className="flex flex-wrap gap-x-1.5 text-13 text-muted">
              {item.post_id !== null && (
                <Link
                  to={paths.post(item.post_id)}
                  className={`${LOW_LINK} wrap-anywhere hover:text-fg hover:underline hover:underline-offset-2`}
                >
                  <bdi>{item.post_title ?? `post ${item.post_id}`}</bdi>
                </Link>
              )}
              <PastTime at={item.created_at} />
              {tx && <ChainLink tx={tx}>On the chain</ChainLink>}
            </p>
          </div>
        </div>
      </td>
      <td role="cell" className={`${NUMBER} text-15`}>
        <SignedAmount exact nano={BigInt(item.amountNano)} />
      </td>
    </tr>
  );
}

/** Links to a public page about a transaction. */
function ChainLink({ tx, children }: { tx: string; children: string }) {
  const url = useTransactionUrl(tx);
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      title="See it on the chain"
      className={`${ONLY_LINK} underline underline-offset-2 hover:text-fg`}
    >
      {children}
    </a>
  );
}

function Day({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={longMoment.format(date)} className="amount text-muted">
      {localDay.format(date)}
    </time>
  );
}
