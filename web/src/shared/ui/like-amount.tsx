import { formatExact, formatTokens } from '../format/amounts';
import { useCountUp } from '../hooks/use-count-up';

interface LikeAmountProps {
  nano: bigint;
  /** Lets the number run from the old to a new value. */
  countUp?: boolean;
}

/** An amount of LIKE for a glance, with the exact one on hover and for screen readers. */
export function LikeAmount({ nano, countUp = false }: LikeAmountProps) {
  const shown = useCountUp(nano, countUp);
  return (
    <span className="amount" title={`${formatExact(nano)} LIKE`}>
      <span aria-hidden="true">{formatTokens(shown)}</span>
      <span className="sr-only">{formatExact(nano)} LIKE</span>
    </span>
  );
}
