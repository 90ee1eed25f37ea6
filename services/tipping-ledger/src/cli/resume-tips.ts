import { runResume } from '@likewell/service-kit/process/run-switch';
import { tipSwitch } from '../tips/tip-switch.js';

await runResume('tipping-ledger-resume-tips', tipSwitch, 'Tips work again.');
