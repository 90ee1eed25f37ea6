import { formatExact, formatTokens } from '../format/amounts';
import { useCountUp } from '../hooks/use-count-up';
import { ShortNumber } from './short-number';

interface LikeAmountProps {
  nano: bigint;
  /** Number of tips that were sent to it from this page: the number counts up to what another one has made of it. */
  sentTips?: number;
}

/** A rounded amount of LIKE, with the exact one on hover and for screen readers. */
export function LikeAmount({ nano, sentTips = 0 }: LikeAmountProps) {
  const shown = useCountUp(nano, sentTips);
  return <ShortNumber shown={formatTokens(shown)} exact={`${formatExact(nano)} LIKE`} />;
}
