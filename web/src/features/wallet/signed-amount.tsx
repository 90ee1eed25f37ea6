import { formatLike } from '@likewell/contracts/core/money';
import { formatTokens } from '../../shared/format/amounts';

interface SignedAmountProps {
  nano: bigint;
  /** Shows every decimal, so that the amounts can be added up. */
  exact?: boolean;
}

/** An amount received, green with +, or sent, red with - (spec, section 2); the exact amount on hover. */
export function SignedAmount({ nano, exact = false }: SignedAmountProps) {
  const sign = nano < 0n ? '-' : '+';
  const size = nano < 0n ? -nano : nano;
  const whole = `${sign}${formatLike(size)} LIKE`;
  return (
    <span
      title={whole}
      className={`amount font-medium whitespace-nowrap ${nano < 0n ? 'text-negative' : 'text-positive'}`}
    >
      <span aria-hidden="true">{exact ? whole : `${sign}${formatTokens(size)} LIKE`}</span>
      <span className="sr-only">{whole}</span>
    </span>
  );
}
