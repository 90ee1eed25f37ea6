// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isFine } from './load.mjs';
import { CELLS } from './matrix.mjs';
import { page } from './results-page.mjs';

/**
 * @typedef {import('./load.mjs').Kind} Kind
 * @typedef {{ sent: number, failed: Record<string, number>, outageMs: number }} Seen the results as clients
 *   saw them
 * @typedef {object} Row
 * @property {string} cell
 * @property {string} date
 * @property {number} seconds
 * @property {number} tipsPerSecond
 * @property {Partial<Record<Kind, Seen>>} seen
 * @property {number} backMs time after the end of the fault at which the last failed request began
 * @property {number} staleLooks how often a post's page showed an older sum than the previous reply to a tip
 * @property {string[]} ends processes that ended by themselves and were restarted
 * @property {string[]} findings
 */

/** File with one row per line. */
const FILE = fileURLToPath(new URL('results.jsonl', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/operations/faults.md', import.meta.url));

/** Results of each cell; with WRITE=1 they replace the stored ones of these cells. */
export class Results {
  /** @type {Row[]} */
  rows = [];

  /** @param {{ seconds: number, tipsPerSecond: number }} options */
  constructor(options) {
    this.options = options;
  }

  /**
   * @param {Awaited<ReturnType<typeof import('./cell.mjs').runCell>>} result
   * @returns {string} in one line
   */
  add({ cell, record, findings, ends }) {
    const { samples, fault, looks } = record;
    const kinds = /** @type {Kind[]} */ ([...new Set(samples.map(({ kind }) => kind))]);
    const failedAt = samples.filter((sample) => !isFine(sample)).map(({ startedAt }) => startedAt);
    /** @type {Row} */
    const row = {
      ...{ cell: cell.name, date: new Date().toISOString().slice(0, 10), ...this.options },
      seen: Object.fromEntries(
        kinds.map((kind) => [kind, seenBy(samples.filter((sample) => sample.kind === kind))]),
      ),
      backMs: Math.max(0, ...failedAt.map((at) => at - fault.endsAt)),
      staleLooks: looks.filter(({ shownNano, toldNano }) => shownNano < toldNano).length,
      ends,
      findings: findings.map(({ invariant, text }) => `${invariant}: ${text}`),
    };
    this.rows.push(row);
    const failures = Object.entries(row.seen).map(
      ([kind, { sent, failed, outageMs }]) => `${kind} ${sent} ${JSON.stringify(failed)} ${outageMs} ms`,
    );
    return `${failures.join('; ')}; back after ${row.backMs} ms; ${row.staleLooks} stale; ${ends.join(', ')}`;
  }

  async write() {
    if (process.env.WRITE !== '1') return;
    const all = new Map([...readRows(), ...this.rows].map((row) => [row.cell, row]));
    const rows = CELLS.flatMap(({ name }) => all.get(name) ?? []);
    writeFileSync(FILE, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { format } = await import('prettier');
    writeFileSync(PAGE, await format(page(rows), { parser: 'markdown', printWidth: 110 }));
  }
}

/** @returns {Row[]} the stored rows */
function readRows() {
  if (!existsSync(FILE)) return [];
  const lines = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** @param {import('./load.mjs').Sample[]} samples @returns {Seen} */
function seenBy(samples) {
  const bad = samples.filter((sample) => !isFine(sample));
  /** @type {Record<string, number>} */
  const failed = {};
  for (const { status, code } of bad) {
    const name = status === 0 ? code : `${status} ${code}`;
    failed[name] = (failed[name] ?? 0) + 1;
  }
  return { sent: samples.length, failed, outageMs: longestOutage(samples) };
}

/**
 * @param {import('./load.mjs').Sample[]} samples
 * @returns {number} the longest time with failed requests in which no successful one began
 */
function longestOutage(samples) {
  const ordered = [...samples].sort((a, b) => a.startedAt - b.startedAt);
  let [longest, from] = [0, /** @type {number | undefined} */ (undefined)];
  for (const sample of ordered) {
    if (isFine(sample)) {
      if (from !== undefined) longest = Math.max(longest, sample.startedAt - from);
      from = undefined;
    } else from ??= sample.startedAt;
  }
  const lastAt = ordered.at(-1)?.startedAt ?? 0;
  return from === undefined ? longest : Math.max(longest, lastAt - from);
}
