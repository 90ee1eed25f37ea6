import { generatePost } from '@likewell/contracts/gateway/ai';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { useEffect, useRef } from 'react';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';

export type AiDraft = RouteResponse<typeof generatePost>;

/** Longer than the server's own timeout of 20 s. */
const DEADLINE_MS = 25_000;

/** Requests a draft of a post. The call carries no credentials (spec, section 6). */
const requestDraft = (prompt: string, signal: AbortSignal): Promise<AiDraft> =>
  call(generatePost, { body: { prompt }, signal, deadlineMs: DEADLINE_MS }, isDraft);

/** Returns true for a value with the texts of a draft. */
export function isDraft(value: unknown): value is AiDraft {
  const { title, body } = (value ?? {}) as Partial<Record<keyof AiDraft, unknown>>;
  return typeof title === 'string' && typeof body === 'string';
}

/** Requests one draft at a time; leaving the screen cancels the request. */
export function useAiDraft(onDraft: (draft: AiDraft) => void) {
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const { isPending, error, mutate } = useSingleMutation({
    mutationFn: (prompt: string) => {
      underWay.current = new AbortController();
      return requestDraft(prompt, underWay.current.signal);
    },
  });
  // Not of the mutation itself, which a left screen does not end.
  return { working: isPending, error, ask: (prompt: string) => mutate(prompt, { onSuccess: onDraft }) };
}
