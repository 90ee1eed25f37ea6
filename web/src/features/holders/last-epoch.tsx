import type { HoldersEpoch } from '@likewell/contracts/gateway/holders';
import { formatExact, readNano } from '../../shared/format/amounts';
import { longAgo } from '../../shared/format/dates';
import { priceText } from '../../shared/format/prices';
import { usePrice } from '../../shared/price/price.api';
import { useNow } from '../../shared/hooks/use-now';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { paidPerHundred, useLastEpoch } from './holders.api';
import { WidgetFrame } from './widget-frame';

/** The sidebar's widget of what LIKE costs and what holding it brought last; its height never changes. */
export function LastEpoch() {
  const { data: epoch } = useLastEpoch();
  const price = usePrice();
  return (
    <WidgetFrame price={priceText(price)}>
      {epoch && <Facts epoch={epoch} />}
      {epoch === null && <p className="mt-2 text-15 text-muted">The first share is still being gathered.</p>}
    </WidgetFrame>
  );
}

function Facts({ epoch }: { epoch: HoldersEpoch }) {
  const now = useNow();
  const closed = new Date(epoch.closed_at);
  return (
    <>
      <p className="mt-1 flex items-center gap-1.5 text-21 font-title leading-title text-accent">
        <LikeMark />
        <LikeAmount nano={readNano(epoch.distributedNano)} />
      </p>
      <p className="mt-1 text-13 text-muted">
        shared{' '}
        <time dateTime={epoch.closed_at} title={closed.toLocaleString('en')}>
          {longAgo(closed, new Date(now))}
        </time>
        <br />
        <span className="amount">{formatExact(paidPerHundred(epoch))}</span> for every 100 LIKE held
      </p>
    </>
  );
}
