import type { User } from '@likewell/contracts/gateway/user';
import { readNano } from '../../shared/format/amounts';
import { priceText } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { DepositForm } from './deposit-form';
import { useFreshBalance } from './wallet.api';

/** What the member has, and the ways to change it (spec, section 2). */
export function WalletCard({ user }: { user: User }) {
  useFreshBalance();
  const price = usePrice();
  return (
    <section aria-label="Balance" className="card grid gap-5 p-4 sm:p-6">
      <dl className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <dt className="text-13 font-medium text-muted">Balance</dt>
          <dd className="flex items-center gap-2 text-28 font-title leading-title text-accent">
            <LikeMark className="size-7" />
            <span>
              <LikeAmount nano={readNano(user.tokensNano)} />{' '}
              <span aria-hidden="true" className="text-17 font-medium">
                LIKE
              </span>
            </span>
          </dd>
        </div>
        <div>
          <dt className="text-13 font-medium text-muted">LIKE price in USD</dt>
          <dd className="amount text-17 font-medium leading-title">{priceText(price)}</dd>
        </div>
      </dl>
      <DepositForm />
    </section>
  );
}
