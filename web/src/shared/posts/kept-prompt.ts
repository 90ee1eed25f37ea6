import { followStored } from '../session/follow-stored';
import { readStored, removeStored, writeStored } from '../session/local-storage';

const keyOf = (draftName: string) => `draft:${draftName}:prompt` as const;

/** Returns the words for an AI draft that were typed beside the post's draft of this name; '' for none. */
export const readPrompt = (draftName: string): string => readStored(keyOf(draftName)) ?? '';

/** Stores these words on this device, so that they survive the end of the page. */
export function savePrompt(draftName: string, prompt: string): void {
  if (prompt === '') dropPrompt(draftName);
  else writeStored(keyOf(draftName), prompt);
}

export const dropPrompt = (draftName: string): void => removeStored(keyOf(draftName));

/** Calls `onChange` with the words after another tab has changed them; returns a function that stops this. */
export const followPrompt = (draftName: string, onChange: (prompt: string) => void): (() => void) =>
  followStored(keyOf(draftName), () => onChange(readPrompt(draftName)));
