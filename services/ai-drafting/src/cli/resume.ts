import { runResume } from '@likewell/service-kit/process/run-switch';
import { draftingSwitch } from '../drafts/drafting-switch.js';

await runResume('ai-drafting-resume', draftingSwitch, 'Drafting with AI works again.');
