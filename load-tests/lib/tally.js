import { check } from 'k6';
import { Counter } from 'k6/metrics';

/**
 * What was promised by kind, for checks/conservation.sql: nano-LIKE for tips and deposits, members for
 * sign-ups.
 */
const KINDS = ['tips', 'deposits', 'signups'];
const FATES = ['begun', 'accepted', 'rejected'];
const counters = Object.fromEntries(
  KINDS.flatMap((kind) =>
    FATES.flatMap((fate) =>
      [`${kind}_${fate}`, `${kind}_${fate}_nano`].map((key) => [key, new Counter(key)]),
    ),
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
 * Makes a request that moves money, counts it before and what became of it after, and returns the response. What
 * k6 ends while it is under way says as little as a timeout or a 5xx: it may have moved or not, and so may a
 * deposit that is still waited for (202).
 */
export function tally(kind, nano, ask) {
  count(kind, 'begun', nano);
  const response = ask();
  expect(response);
  const fate = fateOf(kind, response.status);
  if (fate !== null) count(kind, fate, nano);
  return response;
}

function count(kind, fate, nano) {
  counters[`${kind}_${fate}`].add(1);
  counters[`${kind}_${fate}_nano`].add(nano);
}

function fateOf(kind, status) {
  if (status === 200) return 'accepted';
  // What the chain has is credited sooner or later, whatever was answered.
  const mayCome = kind === 'deposits' || status === 0 || status >= 500;
  return mayCome ? null : 'rejected';
}

/** The counts of a finished run, zero where nothing happened; what was begun and has no end is unanswered. */
export function totals(metrics) {
  const valueOf = (name) => (metrics[name] ? metrics[name].values.count : 0);
  const counted = Object.keys(counters).map((name) => [name, valueOf(name)]);
  const unanswered = KINDS.flatMap((kind) =>
    ['', '_nano'].map((unit) => {
      const [begun, accepted, rejected] = FATES.map((fate) => valueOf(`${kind}_${fate}${unit}`));
      return [`${kind}_unanswered${unit}`, begun - accepted - rejected];
    }),
  );
  return Object.fromEntries([...counted, ...unanswered]);
}
