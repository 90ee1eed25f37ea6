import { formatExact, formatTokens } from '../format/amounts';
import { useCountUp } from '../hooks/use-count-up';

interface LikeAmountProps {
  nano: bigint;
  /** Animates the number from the old to a new value. */
  countUp?: boolean;
}

/** A rounded amount of LIKE, with the exact one on hover and for screen readers. */
export function LikeAmount({ nano, countUp = false }: LikeAmountProps) {
  const shown = useCountUp(nano, countUp);
  return (
    <span className="amount" title={`${formatExact(nano)} LIKE`}>
      <span aria-hidden="true">{formatTokens(shown)}</span>
      <span className="sr-only">{formatExact(nano)} LIKE</span>
    </span>
  );
}
