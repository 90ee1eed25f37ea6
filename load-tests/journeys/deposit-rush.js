// Members who send LIKE on the chain, all at once. A report waits until the chain is sure: 2.6 s on the local
// one.
import { deposit } from '../lib/actions.js';
import { journey, READS } from '../lib/options.js';
import { FEEDER_URL } from '../lib/world.js';

export { handleSummary } from '../lib/options.js';
if (!FEEDER_URL)
  throw new Error('deposit-rush needs FEEDER_URL; make load starts the feeder on a local chain.');
export const options = journey({
  rate: 10,
  duration: '1m',
  usersPerRate: 10,
  limits: { deposit: [8000, 15_000], member: READS.member },
});

export default () => deposit();
