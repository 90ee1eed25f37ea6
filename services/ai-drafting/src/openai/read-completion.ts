import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { postBody, postTitle } from '@likewell/contracts/posts/text';
import { z } from 'zod';

/** The name by which the stand-in for laptops and tests marks its responses. */
const STAND_IN = 'likewell-stand-in';

/** The part of a chat completion that a draft needs; the provider is not trusted. */
const completion = z.object({
  choices: z.tuple(
    [
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    ],
    z.unknown(),
  ),
  system_fingerprint: z.unknown().optional(),
});
/** A title and a body, with the same rules as for a text that a person wrote. */
const draftText = z.object({ title: postTitle, body: postBody });
export type DraftText = z.output<typeof draftText>;

/**
 * Returns the model's text, and whether the stand-in wrote it.
 * @throws AppError AI_UNREADABLE, AI_REFUSED, AI_TOO_LONG, AI_UNSUITABLE
 */
export function readCompletion(response: unknown): { text: DraftText; isStandIn: boolean } {
  const read = completion.safeParse(response);
  if (!read.success) throw new AppError(aiDraftingErrors.AI_UNREADABLE);
  const [{ finish_reason: reason, message }] = read.data.choices;
  if (message.refusal || reason === 'content_filter') throw new AppError(aiDraftingErrors.AI_REFUSED);
  if (reason === 'length') throw new AppError(aiDraftingErrors.AI_TOO_LONG);
  return {
    text: readText(message.content ?? ''),
    isStandIn: read.data.system_fingerprint === STAND_IN,
  };
}

function readText(content: string): DraftText {
  const written = z.object({ title: z.string(), body: z.string() }).safeParse(jsonOf(content));
  if (!written.success) throw new AppError(aiDraftingErrors.AI_UNREADABLE);
  const text = draftText.safeParse(written.data);
  if (!text.success) throw new AppError(aiDraftingErrors.AI_UNSUITABLE);
  return text.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
