// Visitors and members who only read.
import * as act from '../lib/actions.js';
import { anyOf } from '../lib/any-of.js';
import { journey } from '../lib/options.js';

export { handleSummary } from '../lib/options.js';
export const options = journey({ rate: 200, duration: '1m', limits: { read: [150, 400] } });

const next = anyOf([
  [30, act.readBest],
  [10, act.readDeep],
  [15, act.readNew],
  [25, act.readPost],
  [8, act.readAuthor],
  [10, act.readMe],
  [2, act.readHistory],
]);

export default () => next()();
