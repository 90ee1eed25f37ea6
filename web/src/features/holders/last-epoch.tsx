import type { HoldersEpoch } from '@likewell/contracts/gateway/holders';
import { formatExact, readNano } from '../../shared/format/amounts';
import { priceText } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { PastTime } from '../../shared/ui/past-time';
import { paidPerHundred, useLastEpoch } from './holders.api';
import { WidgetFrame } from './widget-frame';

/**
 * The sidebar's widget with the price of LIKE and the last payment for holding it; its height never changes.
 */
export function LastEpoch({ withPrice }: { withPrice: boolean }) {
  const { data: epoch } = useLastEpoch();
  const price = usePrice();
  return (
    <WidgetFrame price={withPrice ? priceText(price) : null} shared={epoch && <Shared epoch={epoch} />}>
      {epoch && <Facts epoch={epoch} />}
      {epoch === null && 'The first share is still being gathered.'}
    </WidgetFrame>
  );
}

function Shared({ epoch }: { epoch: HoldersEpoch }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-15 font-semibold text-accent">
      <LikeMark />
      <LikeAmount nano={readNano(epoch.distributedNano)} />
    </span>
  );
}

function Facts({ epoch }: { epoch: HoldersEpoch }) {
  return (
    <>
      <PastTime at={epoch.closed_at} />, <span className="amount">{formatExact(paidPerHundred(epoch))}</span>{' '}
      for every 100 LIKE held.
    </>
  );
}
