// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMetrics, Readings } from './metrics-text.mjs';
import { summarize } from './summary.mjs';

const BEFORE = `
# HELP likewell_http_served_seconds HTTP requests served, by route and status
# TYPE likewell_http_served_seconds histogram
likewell_http_served_seconds_bucket{le="0.1",route="GET /api/posts/best",status="200",service="gateway"} 10
likewell_http_served_seconds_bucket{le="0.2",route="GET /api/posts/best",status="200",service="gateway"} 10
likewell_http_served_seconds_bucket{le="+Inf",route="GET /api/posts/best",status="200",service="gateway"} 10
likewell_http_served_seconds_count{route="GET /api/posts/best",status="200",service="gateway"} 10
likewell_tips_total{outcome="settled",service="tipping-ledger"} 500
`;
const NOW = `
likewell_http_served_seconds_bucket{le="0.1",route="GET /api/posts/best",status="200",service="gateway"} 100
likewell_http_served_seconds_bucket{le="0.2",route="GET /api/posts/best",status="200",service="gateway"} 110
likewell_http_served_seconds_bucket{le="+Inf",route="GET /api/posts/best",status="200",service="gateway"} 110
likewell_http_served_seconds_count{route="GET /api/posts/best",status="200",service="gateway"} 110
likewell_http_served_seconds_count{route="POST /api/posts",status="503",service="gateway"} 4
likewell_tips_total{outcome="settled",service="tipping-ledger"} 20
likewell_ledger_audit_findings{check="balance",service="tipping-ledger"} 2
likewell_ledger_audit_findings{check="links",service="tipping-ledger"} 0
likewell_connected{server="nats",service="posts"} 0
likewell_deposits{state="credited",service="wallet-chain-watcher"} 7
likewell_reserve_on_chain_like{service="wallet-chain-watcher"} 1234.5
`;

const readings = new Readings(parseMetrics(BEFORE), parseMetrics(NOW), 10);

test('a line is read with its labels, whatever stands in them', () => {
  const [sample] = parseMetrics('name{one="a \\"b\\", {c}",two="\\\\n"} 1.5e3 1700000000000\n');
  assert.deepEqual(sample, { name: 'name', labels: { one: 'a "b", {c}', two: '\\n' }, value: 1500 });
  assert.deepEqual(parseMetrics('# TYPE x gauge\n\nx +Inf\n'), [{ name: 'x', labels: {}, value: Infinity }]);
});

test('a rate is of the time between two looks, and a counter that began anew counts from nothing', () => {
  assert.equal(readings.rate('likewell_http_served_seconds_count', { status: /^2/ }), 10);
  assert.equal(readings.rate('likewell_tips_total'), 2);
});

test('a quantile lies in its bucket, and there is none of nothing', () => {
  assert.equal(readings.quantile(0.9, 'likewell_http_served_seconds')?.toFixed(3), '0.100');
  assert.equal(readings.quantile(0.95, 'likewell_http_served_seconds')?.toFixed(3), '0.150');
  assert.equal(readings.quantile(0.95, 'likewell_http_served_seconds', { route: 'GET /none' }), undefined);
});

test('the summary says what is wrong', () => {
  const lines = Object.assign({}, ...Object.values(summarize(readings, Date.now())));
  assert.equal(lines.requests, '10/s, 95 of 100 within 150 ms');
  assert.equal(lines['failed (5xx)'], '0.4/s');
  assert.equal(lines.connections, 'posts has lost nats');
  assert.equal(lines.audit, 'not yet, balance: 2');
  assert.equal(lines.deposits, 'credited 7');
  assert.match(lines['on the chain'] ?? '', /^1,234\.5 LIKE, booked –/);
});
