import { z } from 'zod';
import { defineEvent } from '../core/define-event.js';
import { uuid } from '../core/ids.js';

/** A draft was delivered under this id. Its text is known only to the member who asked for it. */
export const draftWritten = defineEvent({
  subject: 'event.ai-drafting.draft-written',
  readers: ['posts'],
  data: z.object({ draftId: uuid }),
});
