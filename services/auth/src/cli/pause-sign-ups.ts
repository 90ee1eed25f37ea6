import { runPause } from '@likewell/service-kit/process/run-switch';
import { signUpSwitch } from '../members/sign-up-switch.js';

await runPause('auth-pause-sign-ups', signUpSwitch, 'Sign-ups are paused.');
