import type { User } from '@likewell/contracts/gateway/user';
import { paths } from '../../shared/config/paths';
import { knownBalance } from '../../shared/session/known-balance';
import { ButtonLink } from '../../shared/ui/button';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';

/**
 * The balance, when it is known, with a link to the wallet. It is hidden on the narrowest screens, where the
 * bottom bar has the same link.
 */
export function BalanceButton({ user }: { user: User }) {
  const balanceNano = knownBalance(user);
  return (
    <ButtonLink look="money" to={paths.wallet} className="max-[15rem]:hidden">
      <LikeMark />
      <span className="sr-only">Balance: </span>
      {balanceNano === null ? '–' : <LikeAmount nano={balanceNano} />}
    </ButtonLink>
  );
}
