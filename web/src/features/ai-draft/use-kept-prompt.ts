import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { dropPrompt, followPrompt, readPrompt, savePrompt } from '../../shared/posts/kept-prompt';

/**
 * Keeps the words for an AI draft on this device while they are typed, beside the post's draft of this name.
 * Posting deletes them, but not while their draft is being made (`isWorking`). `discard` deletes those of an
 * earlier visit.
 */
export function useKeptPrompt(draftName: string) {
  const [prompt, setPrompt] = useState(() => readPrompt(draftName));
  const isTyped = useRef(false);
  useEffect(() => followPrompt(draftName, setPrompt), [draftName]);
  return {
    prompt,
    type: (text: string) => {
      isTyped.current = true;
      setPrompt(text);
      savePrompt(draftName, text);
    },
    discard: () => {
      if (isTyped.current) return;
      setPrompt('');
      dropPrompt(draftName);
    },
  };
}

/** Stores the words again where the form is left while their draft is being made: they have not been used yet. */
export function useUnusedPrompt(draftName: string, prompt: string, isWorking: boolean): void {
  const leave = useEffectEvent(() => {
    if (isWorking) savePrompt(draftName, prompt);
  });
  useEffect(() => () => leave(), []);
}
