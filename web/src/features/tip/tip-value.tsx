import { formatTokens } from '../../shared/format/amounts';
import { approximateUsd } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';
import { authorGets } from './tip-amount';

interface TipValueProps {
  /** Null where what is typed is no amount. */
  nano: bigint | null;
  author: string;
}

/** What a tip is worth, and what of it the author gets; its line is there before there is anything to say. */
export function TipValue({ nano, author }: TipValueProps) {
  const price = usePrice();
  return (
    <p className="amount min-h-6 text-center text-15 text-muted wrap-anywhere">
      {nano !== null && price && `≈ ${approximateUsd(nano, price)} · `}
      {nano !== null && (
        <>
          <bdi>{author}</bdi> gets {formatTokens(authorGets(nano))}
        </>
      )}
    </p>
  );
}
