import type { User } from '@likewell/contracts/gateway/user';
import type { ReactNode } from 'react';
import { readNano } from '../../shared/format/amounts';
import { formatDay } from '../../shared/format/calendar-day';
import { approximateUsd, priceText } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';
import { knownBalance } from '../../shared/session/known-balance';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { DepositForm } from './deposit-form';
import { useWeek, type WeekTotal } from './wallet.api';

/** The member's balance, the tips of their week, and the ways to change the balance (spec, section 2). */
export function WalletCard({ user }: { user: User }) {
  const price = usePrice();
  const { data: week } = useWeek();
  const balanceNano = knownBalance(user);
  return (
    <section aria-label="Balance" className="card stack gap-6 p-4 sm:p-6">
      <dl className="stack gap-4 min-[18rem]:grid-cols-2 sm:grid-cols-3">
        <div className="col-span-full">
          <dt className="text-13 font-medium text-muted">Balance</dt>
          <dd className="flex items-center gap-2 text-34 font-title leading-title text-accent">
            <LikeMark className="h-[1lh] w-8 shrink-0 self-start max-[12rem]:hidden" />
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <span>
                {balanceNano === null ? '–' : <LikeAmount nano={balanceNano} />}{' '}
                <span aria-hidden="true" className="text-17 font-medium">
                  LIKE
                </span>
              </span>{' '}
              <span className="amount text-17 font-normal whitespace-nowrap text-muted">
                {price && balanceNano !== null && `≈ ${approximateUsd(balanceNano, price)}`}
              </span>
            </span>
          </dd>
          {user.bonus_due_on && (
            <dd className="text-15 text-muted">
              Your sign-up bonus comes on {formatDay(user.bonus_due_on)}.
            </dd>
          )}
        </div>
        <Fact name="Tips received, last 7 days">{week && <Total total={week.earned} />}</Fact>
        <Fact name="Tips sent, last 7 days">{week && <Total total={week.given} />}</Fact>
        <Fact name="LIKE price in USD">{priceText(price)}</Fact>
      </dl>
      <DepositForm />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    // Where one of two names takes a second line, their values still stand side by side.
    <div className="flex flex-col justify-between">
      <dt className="text-13 font-medium text-muted">{name}</dt>
      <dd className="amount min-h-6 text-17 font-medium leading-title">{children}</dd>
    </div>
  );
}

/** The total of a week's tips; if there are very many, only the newest are added up. */
function Total({ total }: { total: WeekTotal }) {
  return (
    <>
      {!total.is_exact && 'at least '}
      <LikeAmount nano={readNano(total.amountNano)} />
      <span aria-hidden="true"> LIKE</span>
    </>
  );
}
