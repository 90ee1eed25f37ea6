import { z } from 'zod';
import { defineEvent } from '../core/define-event.js';
import { uuid } from '../core/ids.js';

/** A draft was handed out under this id. What it says stays with whoever asked for it. */
export const draftWritten = defineEvent({
  subject: 'event.ai-drafting.draft-written',
  readers: ['posts'],
  version: 1,
  data: z.object({ draftId: uuid }),
});
