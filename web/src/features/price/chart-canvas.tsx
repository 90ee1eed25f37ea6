import {
  AreaSeries,
  createChart,
  type DeepPartial,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type TimeChartOptions,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { formatMoment, formatTick } from './chart-times';
import type { PricePoint } from './price-history.api';
import { usdWithDecimals } from './usd-with-decimals';

const TEXT_PX = 12;
const HALF_CLEAR = '40';
const CLEAR = '00';

/** The drawing only; the price in words is shown beside it. */
export function ChartCanvas({ points }: { points: readonly PricePoint[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ chart: IChartApi; series: ISeriesApi<'Area'> } | null>(null);

  useEffect(() => {
    if (!frame.current) return;
    const chart = createChart(frame.current, FIXED);
    const series = chart.addSeries(AreaSeries, {
      lineWidth: 2,
      priceLineVisible: false,
      lastValueVisible: false,
    });
    drawn.current = { chart, series };
    const paint = () => putOn(chart, series);
    paint();
    // A change of theme changes the class of the document.
    const themes = new MutationObserver(paint);
    themes.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => {
      themes.disconnect();
      drawn.current = null;
      chart.remove();
    };
  }, []);

  useEffect(() => {
    if (!drawn.current) return;
    const { chart, series } = drawn.current;
    const { decimals, format } = usdWithDecimals(Math.min(...points.map(({ usd }) => usd)));
    series.applyOptions({ priceFormat: { type: 'custom', minMove: 10 ** -decimals, formatter: format } });
    series.setData(inOrder(points));
    chart.timeScale().fitContent();
  }, [points]);

  // Absolutely positioned, because the drawing has a fixed width and would keep a narrowed page wide.
  return <div ref={frame} className="absolute inset-0" />;
}

/**
 * Options that are the same in every theme. The page scrolls over the chart. The credit is given in words
 * below it, as the Content-Security-Policy allows no inline style.
 */
const FIXED: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  layout: { attributionLogo: false, fontFamily: 'Inter, sans-serif', fontSize: TEXT_PX },
  handleScroll: false,
  handleScale: false,
  rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.06 }, entireTextOnly: true },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    allowBoldLabels: false,
    fixLeftEdge: true,
    fixRightEdge: true,
    tickMarkFormatter: formatTick,
  },
  grid: { vertLines: { visible: false } },
  localization: { timeFormatter: formatMoment },
};

/** Applies the colors of the current theme. */
function putOn(chart: IChartApi, series: ISeriesApi<'Area'>): void {
  const style = getComputedStyle(document.documentElement);
  const color = (token: string) => style.getPropertyValue(token).trim();
  const accent = color('--accent');
  const muted = color('--muted');
  const cross = { color: muted, labelBackgroundColor: color('--raised') };
  chart.applyOptions({
    layout: { textColor: muted, background: { color: 'transparent' } },
    grid: { horzLines: { color: color('--line') } },
    crosshair: { vertLine: cross, horzLine: cross },
  });
  series.applyOptions({
    lineColor: accent,
    topColor: accent + HALF_CLEAR,
    bottomColor: accent + CLEAR,
    crosshairMarkerBorderColor: color('--surface'),
  });
}

/** Returns the points in order, at most one per second: the chart throws at two points in one second. */
function inOrder(points: readonly PricePoint[]): { time: Time; value: number }[] {
  const bySecond = new Map(points.map(({ at, usd }) => [Math.floor(Date.parse(at) / 1000), usd]));
  return [...bySecond]
    .sort(([a], [b]) => a - b)
    .map(([second, value]) => ({ time: second as UTCTimestamp, value }));
}
