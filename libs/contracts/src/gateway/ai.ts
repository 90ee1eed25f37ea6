import { z } from 'zod';
import { draftPrompt } from '../ai-drafting/prompt.js';
import * as aiDrafting from '../ai-drafting/rpc.js';
import { defineRoute } from './define-route.js';

/** A draft that satisfies the rules of a post. */
const draft = z.object({
  title: z.string(),
  body: z.string(),
  draft_id: z
    .guid()
    .describe('Sent with the post that begins with this draft, which is then `drafted_with_ai`'),
  stand_in: z.boolean().describe('True if fixed sentences, and no language model, made the draft'),
});

export const generatePost = defineRoute({
  method: 'POST',
  path: '/api/ai/generate-post',
  summary: 'Drafts a post about a prompt; limited by address, a daily budget and 20 s',
  access: 'public',
  limit: 'draft',
  body: z.object({ prompt: draftPrompt }, 'Write what your post should be about.'),
  response: draft,
  errors: aiDrafting.generatePost.errors,
});
