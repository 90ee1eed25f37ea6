// A day as it is: mostly reading, some tips, now and then a newcomer, a post, a deposit. One request a turn,
// as a rule.
import * as act from '../lib/actions.js';
import { anyOf } from '../lib/any-of.js';
import { journey, READS } from '../lib/options.js';
import { FEEDER_URL } from '../lib/world.js';

export { handleSummary } from '../lib/options.js';
const waits = FEEDER_URL ? { deposit: [8000, 15_000] } : {};
export const options = journey({
  rate: 200,
  duration: '5m',
  limits: { ...READS, tip: [150, 400], write: [300, 800], signup: [1500, 4000], ...waits },
});

const next = anyOf([
  [25, act.readBest],
  [9, act.readNew],
  [5, act.readFollowing],
  [24, act.readPost],
  [6, act.readAuthor],
  [3, act.readPrice],
  [9, act.readMe],
  [3, act.readHistory],
  [15, () => act.tip()],
  [0.5, act.writePost],
  [0.3, act.signUp],
  [FEEDER_URL ? 0.2 : 0, act.deposit],
]);

export default () => next()();
