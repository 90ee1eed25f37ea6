// One post that everybody tips and many read meanwhile: one author's account, one sum.
import { readPost, tip } from '../lib/actions.js';
import { anyOf } from '../lib/any-of.js';
import { journey, READS } from '../lib/options.js';
import { hotPost } from '../lib/world.js';

export { handleSummary } from '../lib/options.js';
export const options = journey({ rate: 400, duration: '1m', limits: { ...READS, tip: [150, 400] } });

const next = anyOf([
  [70, () => tip(hotPost())],
  [30, () => readPost(hotPost())],
]);

export default () => next()();
