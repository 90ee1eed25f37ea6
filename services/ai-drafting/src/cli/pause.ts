import { runPause } from '@likewell/service-kit/process/run-switch';
import { draftingSwitch } from '../drafts/drafting-switch.js';

await runPause('ai-drafting-pause', draftingSwitch, 'Drafting with AI is paused.');
