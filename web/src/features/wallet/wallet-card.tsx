import type { User } from '@likewell/contracts/gateway/user';
import type { ReactNode } from 'react';
import { readNano } from '../../shared/format/amounts';
import { approximateUsd, priceText } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { DepositForm } from './deposit-form';
import { useWeek, type WeekTotal } from './wallet.api';

/** What the member has, what their week brought and took, and the ways to change it (spec, section 2). */
export function WalletCard({ user }: { user: User }) {
  const price = usePrice();
  const { data: week } = useWeek();
  const balanceNano = readNano(user.tokensNano);
  return (
    <section aria-label="Balance" className="card grid gap-6 p-4 sm:p-6">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3">
        <div className="col-span-full">
          <dt className="text-13 font-medium text-muted">Balance</dt>
          <dd className="flex items-center gap-2 text-34 font-title leading-title text-accent">
            <LikeMark className="size-8 shrink-0" />
            <span>
              <LikeAmount nano={balanceNano} />{' '}
              <span aria-hidden="true" className="text-17 font-medium">
                LIKE
              </span>{' '}
              <span className="amount ml-1.5 text-17 font-normal text-muted">
                {price && `≈ ${approximateUsd(balanceNano, price)}`}
              </span>
            </span>
          </dd>
        </div>
        <Fact name="Earned this week">{week && <Total total={week.earned} />}</Fact>
        <Fact name="Given this week">{week && <Total total={week.given} />}</Fact>
        <Fact name="LIKE price in USD">{priceText(price)}</Fact>
      </dl>
      <DepositForm />
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 font-medium text-muted">{name}</dt>
      <dd className="amount min-h-6 text-17 font-medium leading-title">{children}</dd>
    </div>
  );
}

/** Of very many tips only the newest are added up. */
function Total({ total }: { total: WeekTotal }) {
  return (
    <>
      {!total.is_exact && 'at least '}
      <LikeAmount nano={readNano(total.amountNano)} />
      <span aria-hidden="true"> LIKE</span>
    </>
  );
}
