import { useState } from 'react';
import { SITE } from '../../shared/config/site';
import { localMoment } from '../../shared/format/calendar-day';
import { formatUsd } from '../../shared/format/prices';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';
import { type PricePoint, type PriceRange, usePriceHistory } from './price-history.api';
import { pick, summarize } from './price-summary';

// The drawing needs a library that nothing else uses.
const ChartCanvas = lazyComponent(() => import('./chart-canvas'), 'ChartCanvas');

const RANGES: { range: PriceRange; label: string }[] = [
  { range: 'day', label: 'Day' },
  { range: 'week', label: 'Week' },
  { range: 'month', label: 'Month' },
  { range: 'year', label: 'Year' },
  { range: 'all', label: 'All' },
];

const RANGE =
  'min-h-tap min-w-tap rounded-full px-3 text-15 text-muted transition-colors hover:text-fg ' +
  'aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-fg';

/**
 * The price history of LIKE (spec, section 2): drawn, in words and as a table. Its
 * height never changes by itself.
 */
export function PriceChart() {
  const [range, setRange] = useState<PriceRange>('week');
  const { data, isPending } = usePriceHistory(range);
  const points = data?.points ?? [];
  const summary = data ? summarize(data.range, data.points) : isPending ? '' : 'N/A';
  return (
    <section aria-labelledby="price-chart" className="card p-4 sm:p-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="price-chart" className="text-17 font-title">
          Price of LIKE
        </h2>
        <div role="group" aria-label="How far back" className="-mx-1 flex flex-wrap">
          {RANGES.map((choice) => (
            <button
              key={choice.range}
              type="button"
              aria-pressed={choice.range === range}
              onClick={() => setRange(choice.range)}
              className={RANGE}
            >
              {choice.label}
            </button>
          ))}
        </div>
      </div>
      <div
        role="img"
        aria-label="Chart of the price"
        aria-describedby="price-summary"
        className="relative h-60"
      >
        {points.length > 1 && (
          <LazyPart>
            <ChartCanvas points={points} />
          </LazyPart>
        )}
      </div>
      <p id="price-summary" className="amount mt-3 min-h-10 text-13 text-muted sm:min-h-5">
        {summary}
      </p>
      <div className="-mb-2.5 flex flex-wrap items-start justify-between gap-x-4 text-13 text-muted">
        <PointsTable points={points} />
        <Credit />
      </div>
    </section>
  );
}

function PointsTable({ points }: { points: readonly PricePoint[] }) {
  return (
    <details className={`min-w-0 open:w-full ${points.length > 0 ? '' : 'invisible'}`}>
      <summary className="flex min-h-tap cursor-pointer items-center underline underline-offset-2 hover:text-fg">
        As a table
      </summary>
      {points.length > 0 && (
        <table className="amount mb-2 w-full text-left">
          <thead>
            <tr>
              <th className={`${CELL} font-medium`}>Time</th>
              <th className={`${CELL} text-right font-medium`}>Price in USD</th>
            </tr>
          </thead>
          <tbody>
            {pick(points).map(({ at, usd }) => (
              <tr key={at}>
                <td className={CELL}>
                  <time dateTime={at}>{localMoment.format(new Date(at))}</time>
                </td>
                <td className={`${CELL} text-right text-fg`}>{formatUsd(usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

const CELL = 'border-b border-line py-2';

/** The notice and the link that the library's licence requires on the page. */
function Credit() {
  return (
    <p className="flex min-h-tap items-center">
      <span>
        TradingView Lightweight Charts™, Copyright (c) 2026{' '}
        <a
          href={SITE.chartsUrl}
          target="_blank"
          rel="noopener"
          className="underline underline-offset-2 hover:text-fg"
        >
          TradingView, Inc.
        </a>
      </span>
    </p>
  );
}
