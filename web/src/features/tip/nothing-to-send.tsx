import { paths } from '../../shared/config/paths';
import { ButtonLink } from '../../shared/ui/button';

/** Replaces the amount for a member without LIKE, and says how to get some. */
export function NothingToSend() {
  return (
    <div className="stack gap-4">
      <p className="text-15 text-muted">
        Your balance is 0 LIKE. Deposit some from your wallet, or write a post that others tip.
      </p>
      <ButtonLink look="primary" to={paths.wallet}>
        Deposit LIKEs
      </ButtonLink>
    </div>
  );
}
