// @ts-check

/** @typedef {{ name: string, points: { offered: number, goodput: number }[] }} Series */

const SIZE = { width: 720, height: 400 };
const PLOT = { left: 64, right: 696, top: 24, bottom: 340 };
const COLORS = ['#b45309', '#0369a1', '#4d7c0f'];

/**
 * Draws goodput over offered load as an SVG, with lines at the peak, at 80 % and at 70 % of it.
 * @param {readonly Series[]} series
 * @param {number} peak
 * @returns {string}
 */
export function goodputChart(series, peak) {
  const points = series.flatMap((each) => each.points);
  const most = { offered: roundUp(Math.max(...points.map((p) => p.offered))), goodput: roundUp(peak) };
  const x = (/** @type {number} */ offered) => scale(offered, most.offered, PLOT.left, PLOT.right);
  const y = (/** @type {number} */ goodput) => scale(goodput, most.goodput, PLOT.bottom, PLOT.top);
  const text = (
    /** @type {number} */ atX,
    /** @type {number} */ atY,
    /** @type {string} */ words,
    more = '',
  ) => `<text x="${atX.toFixed(1)}" y="${atY.toFixed(1)}" ${more}>${words}</text>`;
  const levels = [1, 0.8, 0.7].map(
    (share) =>
      `<path d="M${PLOT.left} ${y(peak * share).toFixed(1)}H${PLOT.right}" stroke="#9ca3af" stroke-dasharray="4 4"/>` +
      text(
        PLOT.right,
        y(peak * share) - 4,
        `${share * 100} % of the peak`,
        'text-anchor="end" fill="#6b7280"',
      ),
  );
  const quarters = [0, 0.25, 0.5, 0.75, 1];
  const ticks = quarters.flatMap((share) => [
    text(x(most.offered * share), PLOT.bottom + 18, count(most.offered * share), 'text-anchor="middle"'),
    text(PLOT.left - 8, y(most.goodput * share) + 4, count(most.goodput * share), 'text-anchor="end"'),
  ]);
  const lines = series.map(({ name, points: own }, index) => {
    const color = COLORS[index % COLORS.length];
    const at = own.map((p) => `${x(p.offered).toFixed(1)} ${y(p.goodput).toFixed(1)}`);
    const dots = at.map(
      (each) => `<circle cx="${each.split(' ')[0]}" cy="${each.split(' ')[1]}" r="4" fill="${color}"/>`,
    );
    const legend = text(PLOT.left + 8 + index * 200, SIZE.height - 10, `● ${name}`, `fill="${color}"`);
    return `<path d="M${at.join('L')}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}${legend}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" font-size="12" fill="#374151">`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#fff"/>`,
    `<path d="M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}" fill="none" stroke="#374151"/>`,
    ...levels,
    ...ticks,
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 36, 'tips offered a second', 'text-anchor="middle"'),
    text(PLOT.left + 4, PLOT.top - 8, 'tips settled a second'),
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** @param {number} value @param {number} most @param {number} from @param {number} to */
const scale = (value, most, from, to) => from + ((to - from) * value) / most;
/** @param {number} value */
const roundUp = (value) => Math.ceil(value / 400) * 400;
/** @param {number} value */
const count = (value) => Math.round(value).toLocaleString('en');
