import { runPause } from '@likewell/service-kit/process/run-switch';
import { depositSwitch } from '../deposits/deposit-switch.js';

await runPause(
  'watcher-pause-deposits',
  depositSwitch,
  'Deposits are paused: they are found and kept, and credited later.',
);
