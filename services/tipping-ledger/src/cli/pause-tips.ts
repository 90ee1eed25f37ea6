import { runPause } from '@likewell/service-kit/process/run-switch';
import { tipSwitch } from '../tips/tip-switch.js';

const message =
  'Tips are paused. Until they work again, no epoch closes by the clock, and no owed bonus is paid.';

await runPause('tipping-ledger-pause-tips', tipSwitch, message);
