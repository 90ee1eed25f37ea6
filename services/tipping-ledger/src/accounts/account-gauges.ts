import type { Metrics } from '@likewell/service-kit/telemetry/metrics';

/** Makes the metrics of the system's accounts, in LIKE by kind, and of the bonuses that are owed or held back. */
export const accountGauges = (metrics: Metrics) => ({
  balances: metrics.gauge(
    'likewell_ledger_account_like',
    "What the system's accounts hold, in LIKE; `chain` is minus all that ever came in",
    'account',
  ),
  owed: metrics.gauge('likewell_bonuses_owed', 'Sign-up bonuses that wait until the treasury holds enough'),
  held: metrics.gauge('likewell_bonuses_held', 'Sign-up bonuses that wait for the budget of a later day'),
});
