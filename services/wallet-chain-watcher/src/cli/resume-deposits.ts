import { runResume } from '@likewell/service-kit/process/run-switch';
import { depositSwitch } from '../deposits/deposit-switch.js';

await runResume(
  'watcher-resume-deposits',
  depositSwitch,
  'Deposits work again; those that waited are credited now.',
);
