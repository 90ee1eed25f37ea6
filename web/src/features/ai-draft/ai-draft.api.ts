import { generatePost } from '@likewell/contracts/gateway/ai';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { call } from '../../shared/api/client';

export type AiDraft = RouteResponse<typeof generatePost>;

/** Longer than the server's own timeout of 20 s. */
const DEADLINE_MS = 25_000;

/** Requests a draft of a post. The call carries no credentials (spec, section 6). */
export const requestDraft = (prompt: string, signal: AbortSignal): Promise<AiDraft> =>
  call(generatePost, { body: { prompt }, signal, deadlineMs: DEADLINE_MS }, isDraft);

/** Returns true for a value with the texts of a draft. */
export function isDraft(value: unknown): value is AiDraft {
  const { title, body } = (value ?? {}) as Partial<Record<keyof AiDraft, unknown>>;
  return typeof title === 'string' && typeof body === 'string';
}
