import { formatTokens } from '../../shared/format/amounts';
import { approximateUsd } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';
import { authorGets } from './tip-amount';

interface TipValueProps {
  /** Null when the typed text is no amount. */
  nano: bigint | null;
  author: string;
}

/** The value of a tip, and the author's part of it. Its line has a fixed height, even without text. */
export function TipValue({ nano, author }: TipValueProps) {
  const price = usePrice();
  return (
    <p className="amount min-h-6 text-center text-15 text-muted wrap-anywhere">
      {nano !== null && price && `≈ ${approximateUsd(nano, price)}\u00A0· `}
      {nano !== null && (
        <>
          <bdi>{author}</bdi> gets {formatTokens(authorGets(nano))}
        </>
      )}
    </p>
  );
}
