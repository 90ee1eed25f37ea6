// Everybody tips, posts as they are liked in life.
import { tip } from '../lib/actions.js';
import { journey } from '../lib/options.js';

export { handleSummary } from '../lib/options.js';
export const options = journey({ rate: 500, duration: '1m', limits: { tip: [150, 400] } });

export default () => tip();
