// @ts-check

/**
 * One sample of `/metrics`.
 * @typedef {object} Sample
 * @property {string} name
 * @property {Record<string, string>} labels
 * @property {number} value
 */

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/**
 * Parses Prometheus's text format.
 * @param {string} text
 * @returns {Sample[]}
 */
export function parseMetrics(text) {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', quoted = '']) => [key, unquoted(quoted)]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}

const unquoted = (/** @type {string} */ text) =>
  text.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));

/** Counts between two moments, and current values, read as the dashboards do. */
export class Readings {
  /** @param {readonly Sample[]} before @param {readonly Sample[]} now @param {number} seconds between them */
  constructor(before, now, seconds) {
    this.now = now;
    this.seconds = seconds;
    this.earlier = new Map(before.map((sample) => [keyOf(sample), sample.value]));
  }

  /** @param {string} name @param {Record<string, string | RegExp>} [where] */
  samples(name, where = {}) {
    return this.now.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(where).every(([label, wanted]) => {
          const value = sample.labels[label] ?? '';
          return typeof wanted === 'string' ? value === wanted : wanted.test(value);
        }),
    );
  }

  /**
   * Returns the highest of them, or undefined if there is none.
   * @param {string} name
   * @param {Record<string, string | RegExp>} [where]
   */
  highest(name, where) {
    const values = this.samples(name, where).map(({ value }) => value);
    return values.length === 0 ? undefined : Math.max(...values);
  }

  /**
   * Returns the growth of counters per second; a restarted one counts from zero.
   * @param {string} name
   * @param {Record<string, string | RegExp>} [where]
   */
  rate(name, where) {
    return this.samples(name, where).reduce((sum, sample) => sum + this.growth(sample), 0) / this.seconds;
  }

  /**
   * Returns a quantile of a histogram, or undefined when it counted nothing. Within a bucket it is
   * interpolated, as Prometheus does.
   * @param {number} share
   * @param {string} name
   * @param {Record<string, string | RegExp>} [where]
   */
  quantile(share, name, where) {
    /** @type {Map<number, number>} */
    const buckets = new Map();
    for (const sample of this.samples(`${name}_bucket`, where)) {
      const limit = Number(sample.labels.le?.replace('+Inf', 'Infinity'));
      buckets.set(limit, (buckets.get(limit) ?? 0) + this.growth(sample));
    }
    const ordered = [...buckets].sort(([one], [other]) => one - other);
    const rank = share * (ordered.at(-1)?.[1] ?? 0);
    if (rank === 0) return undefined;
    let [below, counted] = [0, 0];
    for (const [limit, upTo] of ordered) {
      if (upTo >= rank)
        return limit === Infinity ? below : below + ((limit - below) * (rank - counted)) / (upTo - counted);
      [below, counted] = [limit, upTo];
    }
    return undefined;
  }

  /** @param {Sample} sample */
  growth(sample) {
    const before = this.earlier.get(keyOf(sample)) ?? 0;
    return sample.value >= before ? sample.value - before : sample.value;
  }
}

const keyOf = (/** @type {Sample} */ { name, labels }) => name + JSON.stringify(labels);
