import { useEffect, useRef, useState } from 'react';
import { type AiDraft, requestDraft } from './ai-draft.api';

interface State {
  working: boolean;
  error: Error | null;
}

const IDLE: State = { working: false, error: null };

/** Requests one draft at a time; leaving the screen cancels the request. */
export function useAiDraft(onDraft: (draft: AiDraft) => void) {
  const [state, setState] = useState(IDLE);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const ask = async (prompt: string) => {
    if (underWay.current) return;
    const own = new AbortController();
    underWay.current = own;
    setState({ working: true, error: null });
    try {
      const draft = await requestDraft(prompt, own.signal);
      if (own.signal.aborted) return;
      setState(IDLE);
      onDraft(draft);
    } catch (error) {
      if (!own.signal.aborted) setState({ working: false, error: error as Error });
    } finally {
      underWay.current = null;
    }
  };
  return { ...state, ask };
}
