import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { uuid } from '../core/ids.js';
import { postBody, postTitle } from '../posts/text.js';
import { aiDraftingErrors } from './errors.js';
import { draftPrompt } from './prompt.js';

/** Slightly longer than the 20 s that a draft may take in total. */
const TIMEOUT_MS = 22_000;

/**
 * Asks the model once for a post about a prompt, within 20 s and the day's budget. `draftId` is random and
 * secret; a post that begins with the draft may name it. `isStandIn` means that no model wrote it.
 */
export const generatePost = defineRpc({
  subject: 'rpc.ai-drafting.generate-post',
  input: z.object({ prompt: draftPrompt }),
  output: z.object({ title: postTitle, body: postBody, draftId: uuid, isStandIn: z.boolean() }),
  errors: [...Object.values(aiDraftingErrors), commonErrors.PAUSED],
  timeoutMs: TIMEOUT_MS,
});
