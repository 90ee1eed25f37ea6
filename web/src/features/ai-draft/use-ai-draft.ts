import { useEffect, useRef } from 'react';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { type AiDraft, requestDraft } from './ai-draft.api';

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
