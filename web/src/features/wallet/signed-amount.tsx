import { formatLike } from '@likewell/contracts/core/money';
import { formatTokens } from '../../shared/format/amounts';

interface SignedAmountProps {
  nano: bigint;
  /** Shows every decimal, so that the amounts can be added up. */
  exact?: boolean;
}

/** A longer amount may break before its decimals, or a phone would have no room for the words beside it. */
const ONE_LINE_LENGTH = 16;

/** An amount received, green with +, or sent, red with - (spec, section 2); the exact amount on hover. */
export function SignedAmount({ nano, exact = false }: SignedAmountProps) {
  const sign = nano < 0n ? '-' : '+';
  const size = nano < 0n ? -nano : nano;
  const whole = `${sign}${formatLike(size)} LIKE`;
  const shown = exact ? whole : `${sign}${formatTokens(size)} LIKE`;
  const [integer, decimals] = shown.length > ONE_LINE_LENGTH ? shown.split('.') : [shown];
  return (
    <span
      title={whole}
      className={`amount font-medium ${decimals ? '' : 'whitespace-nowrap'} ${nano < 0n ? 'text-negative' : 'text-positive'}`}
    >
      <span aria-hidden="true">
        {integer}
        {decimals && <wbr />}
        {decimals && `.${decimals}`}
      </span>
      <span className="sr-only">{whole}</span>
    </span>
  );
}
