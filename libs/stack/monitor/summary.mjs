// @ts-check
import { duration } from '../machine/table.mjs';

/** @typedef {import('./metrics-text.mjs').Readings} Readings */

const HTTP = 'likewell_http_served_seconds';
const FEEDS = { route: /^GET \/api\/posts\/(best|new|following\/posts)$/ };
const TIPS = { route: 'POST /api/posts/:id/like' };
const RPC_FAILURES = { outcome: /^(INTERNAL|UNAVAILABLE|OVERLOADED|DEADLINE_EXCEEDED)$/ };

/**
 * Summarizes the dashboards as text: members, services, money.
 * @param {Readings} readings
 * @param {number} nowMs
 * @returns {Record<string, Record<string, string>>} values by section and name
 */
export const summarize = (readings, nowMs) => ({
  members: members(readings),
  services: services(readings),
  money: money(readings, nowMs),
});

/** @param {Readings} r @returns {Record<string, string>} */
function members(r) {
  return {
    requests: `${perSecond(r.rate(`${HTTP}_count`))}, 95 of 100 within ${ms(r.quantile(0.95, HTTP))}`,
    'failed (5xx)': perSecond(r.rate(`${HTTP}_count`, { status: /^5/ })),
    'rejected (4xx)': perSecond(r.rate(`${HTTP}_count`, { status: /^4/ })),
    feeds: `95 of 100 within ${ms(r.quantile(0.95, HTTP, FEEDS))}`,
    tips: `95 of 100 within ${ms(r.quantile(0.95, HTTP, TIPS))}`,
    'reviews waiting': byLabel(r, 'likewell_reviews_waiting', 'reviewer'),
    'drafts today': `${dollars(r.highest('likewell_ai_spent_usd'))} of ${dollars(r.highest('likewell_ai_budget_usd'))}`,
  };
}

/** @param {Readings} r @returns {Record<string, string>} */
function services(r) {
  const lost = r
    .samples('likewell_connected')
    .filter(({ value }) => value === 0)
    .map(({ labels }) => `${labels.service} has lost ${labels.server}`);
  return {
    calls: `${perSecond(r.rate('likewell_rpc_served_seconds_count'))}, 95 of 100 within ${ms(r.quantile(0.95, 'likewell_rpc_served_seconds'))}`,
    'calls that fail': perSecond(r.rate('likewell_rpc_served_seconds_count', RPC_FAILURES)),
    connections: lost.length === 0 ? 'all stand' : lost.join(', '),
    'waiting for Postgres': `${r.highest('likewell_postgres_pool', { state: 'waiting' }) ?? 0} calls`,
    'outbox, oldest': seconds(r.highest('likewell_outbox_oldest_seconds')),
    events: `${perSecond(r.rate('likewell_events_handled_total', { outcome: 'handled' }))}, ${perSecond(r.rate('likewell_events_handled_total', { outcome: 'failed' }))} failed`,
    'event loop, slowest': ms(r.highest('nodejs_eventloop_lag_p99_seconds')),
  };
}

/** @param {Readings} r @param {number} nowMs @returns {Record<string, string>} */
function money(r, nowMs) {
  const since = (/** @type {string} */ name) => {
    const at = r.highest(name);
    return at ? `${duration(Math.max(0, nowMs - at * 1000))} ago` : 'not yet';
  };
  const findings = r.samples('likewell_ledger_audit_findings').filter(({ value }) => value > 0);
  const wrong = findings.map(({ labels, value }) => `${labels.check}: ${value}`).join(', ');
  const batches = r.rate('likewell_tip_batch_tips_count');
  const perBatch = batches > 0 ? r.rate('likewell_tip_batch_tips_sum') / batches : 0;
  return {
    'tips settled': perSecond(r.rate('likewell_tips_total', { outcome: 'settled' })),
    batches: `${perSecond(batches)} of ${round(perBatch)} tips, 95 of 100 commit within ${ms(r.quantile(0.95, 'likewell_tip_batch_seconds'))}`,
    'tips waiting': String(r.highest('likewell_tips_waiting') ?? 0),
    audit: `${since('likewell_ledger_audit_finished_timestamp_seconds')}, ${wrong || 'nothing wrong'}`,
    epoch: `number ${r.highest('likewell_epoch') ?? 0}, clock closed one ${since('likewell_epoch_closed_timestamp_seconds')}`,
    "the system's accounts": byLabel(r, 'likewell_ledger_account_like', 'account', like),
    deposits: byLabel(r, 'likewell_deposits', 'state'),
    'oldest not credited': seconds(r.highest('likewell_deposits_oldest_seconds')),
    'on the chain': `${like(r.highest('likewell_reserve_on_chain_like'))}, booked ${like(r.highest('likewell_reserve_booked_like'))}, scanned ${since('likewell_chain_scanned_timestamp_seconds')}`,
  };
}

/**
 * @param {Readings} r
 * @param {string} name
 * @param {string} label
 * @param {(value: number) => string} [write]
 */
function byLabel(r, name, label, write = String) {
  const words = r.samples(name).map(({ labels, value }) => `${labels[label]} ${write(value)}`);
  return words.length === 0 ? 'none' : [...new Set(words)].join(', ');
}

const round = (/** @type {number} */ value) => value.toFixed(value < 10 ? 1 : 0);
const perSecond = (/** @type {number} */ rate) => `${round(rate)}/s`;
const ms = (/** @type {number | undefined} */ value) =>
  value === undefined ? '–' : `${Math.max(1, Math.round(value * 1000))} ms`;
const seconds = (/** @type {number | undefined} */ value) =>
  value === undefined ? '–' : `${round(value)} s`;
const dollars = (/** @type {number | undefined} */ value) => `$${(value ?? 0).toFixed(2)}`;
const like = (/** @type {number | undefined} */ value) =>
  value === undefined ? '–' : `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })} LIKE`;
