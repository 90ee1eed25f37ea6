import { runResume } from '@likewell/service-kit/process/run-switch';
import { signUpSwitch } from '../members/sign-up-switch.js';

await runResume('auth-resume-sign-ups', signUpSwitch, 'Sign-ups work again.');
