import { check } from 'k6';
import { Counter } from 'k6/metrics';

/**
 * What was promised by kind, for checks/conservation.sql: nano-LIKE for tips and deposits, members for
 * sign-ups.
 */
const KINDS = ['tips', 'deposits', 'signups'];
const counters = Object.fromEntries(
  KINDS.flatMap((kind) =>
    ['accepted', 'accepted_nano', 'unanswered', 'unanswered_nano'].map((name) => {
      const key = `${kind}_${name}`;
      return [key, new Counter(key)];
    }),
  ),
);
/** Counted by status; hints.mjs has the causes of each. */
const REJECTIONS = { 429: 'rejected_by_limits', 503: 'unavailable' };
for (const name of Object.values(REJECTIONS)) counters[name] = new Counter(name);

/** Notes whether a response came which says what was hoped for, and counts those that were rejected. */
export function expect(response, status = 200) {
  counters[REJECTIONS[response.status]]?.add(1);
  return check(response, { 'answered as hoped': ({ status: found }) => found === status });
}

/**
 * Notes what became of a request that moves money. A timeout or a 5xx says nothing: it may have moved or not,
 * and so may a deposit that is still waited for (202).
 */
export function tally(kind, response, nano, status = 200) {
  expect(response, status);
  const fate = fateOf(kind, response.status, status);
  if (fate === null) return;
  counters[`${kind}_${fate}`].add(1);
  counters[`${kind}_${fate}_nano`].add(nano);
}

function fateOf(kind, found, hoped) {
  if (found === hoped) return 'accepted';
  // What the chain has is credited sooner or later, whatever was answered.
  const mayCome = kind === 'deposits' || found === 0 || found >= 500;
  return mayCome ? 'unanswered' : null;
}

/** The counts of a finished run, zero where nothing happened. */
export function totals(metrics) {
  return Object.fromEntries(
    Object.keys(counters).map((name) => [name, metrics[name] ? metrics[name].values.count : 0]),
  );
}
