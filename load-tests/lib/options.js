/* global __ENV */
import { totals } from './tally.js';

/** Targets of reads: `read` are those of visitors, `member` those of members. */
export const READS = { read: [150, 400], member: [150, 400] };

const TREND = ['avg', 'med', 'p(95)', 'p(99)', 'max'];

/**
 * A steady stream of arrivals, which a slow site does not slow down; RATE (a second) and DURATION replace the
 * defaults. Nothing may fail, none may be left out for want of a free virtual user, and `limits` are the
 * slowest that p95 and p99 of each kind of request may be, in ms.
 */
export function journey({ rate, duration, limits, usersPerRate = 0.5 }) {
  const perSecond = Number(__ENV.RATE || rate);
  const users = Math.max(20, Math.ceil(perSecond * usersPerRate));
  const latency = Object.fromEntries(
    Object.entries(limits).map(([kind, [p95, p99]]) => [
      `http_req_duration{kind:${kind}}`,
      [`p(95)<${p95}`, `p(99)<${p99}`],
    ]),
  );
  return {
    summaryTrendStats: TREND,
    discardResponseBodies: false,
    scenarios: {
      journey: {
        executor: 'constant-arrival-rate',
        rate: perSecond,
        timeUnit: '1s',
        duration: __ENV.DURATION || duration,
        preAllocatedVUs: users,
        maxVUs: users * 20,
        gracefulStop: '40s',
      },
    },
    thresholds: {
      http_req_failed: ['rate==0'],
      checks: ['rate==1'],
      dropped_iterations: ['count==0'],
      // Where only losses count, as in a rolling restart.
      ...(__ENV.LATENCY === '0' ? {} : latency),
    },
  };
}

/** What a run prints, and the file that the check of the books reads. */
export function handleSummary(data) {
  const { metrics } = data;
  const count = (name) => (metrics[name] ? metrics[name].values.count : 0);
  const latency = Object.entries(metrics).filter(([name]) => /^http_req_duration(\{kind|$)/.test(name));
  const lines = latency.map(([name, { values }]) => {
    const figures = TREND.map(
      (stat) => `${stat} ${values[stat] === undefined ? '-' : values[stat].toFixed(1)}`,
    );
    return `  ${(/kind:([a-z]+)/.exec(name)?.[1] ?? 'all').padEnd(9)}${figures.join('   ')}  ms`;
  });
  const broken = Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([rule, { ok }]) => (ok ? [] : [`  ✗ ${name}: ${rule}`])),
  );
  const seconds = data.state.testRunDurationMs / 1000;
  const failed = metrics.http_req_failed ? metrics.http_req_failed.values.passes : 0;
  const head = `${count('http_reqs')} requests in ${seconds.toFixed(0)} s, ${failed} failed, ${count('dropped_iterations')} left out`;
  const results = { ...totals(metrics), requests: count('http_reqs'), failed, seconds };
  return {
    stdout: `\n${[head, ...lines, ...broken].join('\n')}\n`,
    ...(__ENV.SUMMARY_FILE && { [__ENV.SUMMARY_FILE]: JSON.stringify({ results, metrics }, null, 2) }),
  };
}
