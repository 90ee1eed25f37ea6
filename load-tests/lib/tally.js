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
const limited = new Counter('rejected_by_limits');

/**
 * Notes that a response came which says what was hoped for, and counts those that the rate limits rejected.
 */
export function expect(response, status = 200) {
  if (response.status === 429) limited.add(1);
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
  const names = [...Object.keys(counters), 'rejected_by_limits'];
  return Object.fromEntries(names.map((name) => [name, metrics[name] ? metrics[name].values.count : 0]));
}
