import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { uuid } from '../core/ids.js';
import { postBody, postTitle } from '../posts/text.js';
import { aiDraftingErrors } from './errors.js';
import { draftPrompt } from './prompt.js';

/** Somewhat longer than the 20 s that a draft may take in all. */
const TIMEOUT_MS = 22_000;

/**
 * Asks the model for a post about a prompt, once, within 20 s and the day's budget. `draftId` is random and known to
 * nobody else; a post that begins with the draft may name it. `isStandIn` says that no model wrote it.
 */
export const generatePost = defineRpc({
  subject: 'rpc.ai-drafting.generate-post',
  input: z.object({ prompt: draftPrompt }),
  output: z.object({ title: postTitle, body: postBody, draftId: uuid, isStandIn: z.boolean() }),
  errors: [...Object.values(aiDraftingErrors), commonErrors.PAUSED],
  timeoutMs: TIMEOUT_MS,
});
