// A wave of newcomers: each costs a slow hash on purpose, an account and a bonus.
import { signUp } from '../lib/actions.js';
import { journey, READS } from '../lib/options.js';

export { handleSummary } from '../lib/options.js';
export const options = journey({
  rate: 10,
  duration: '1m',
  usersPerRate: 5,
  limits: { signup: [1500, 4000], member: READS.member },
});

export default () => signUp();
