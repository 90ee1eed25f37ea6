import type { User } from '@likewell/contracts/gateway/user';
import { paths } from '../../shared/config/paths';
import { readNano } from '../../shared/format/amounts';
import { ButtonLink } from '../../shared/ui/button';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';

/** The balance, and the way to the wallet. */
export function BalanceButton({ user }: { user: User }) {
  return (
    <ButtonLink look="money" to={paths.wallet}>
      <LikeMark />
      <span className="sr-only">Balance: </span>
      <LikeAmount nano={readNano(user.tokensNano)} />
    </ButtonLink>
  );
}
