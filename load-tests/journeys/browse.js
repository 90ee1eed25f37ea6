// Visitors and members who only read.
import * as act from '../lib/actions.js';
import { anyOf } from '../lib/any-of.js';
import { journey, READS } from '../lib/options.js';

export { handleSummary } from '../lib/options.js';
export const options = journey({ rate: 200, duration: '1m', limits: READS });

const next = anyOf([
  [28, act.readBest],
  [10, act.readDeep],
  [12, act.readNew],
  [5, act.readFollowing],
  [25, act.readPost],
  [8, act.readAuthor],
  [10, act.readMe],
  [2, act.readHistory],
]);

export default () => next()();
