import { runPause } from '@likewell/service-kit/process/run-switch';
import { tipSwitch } from '../tips/tip-switch.js';

await runPause('tipping-ledger-pause-tips', tipSwitch, 'Tips are paused.');
