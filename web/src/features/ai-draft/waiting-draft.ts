import { readStoredJson, removeStored, writeStored } from '../../shared/session/local-storage';
import { type AiDraft, isDraft } from './ai-draft.api';

const keyOf = (draftName: string) => `draft:${draftName}:waiting` as const;

/** Returns the AI draft that waits on this device for a decision of its member; null when there is none. */
export function readWaiting(draftName: string): AiDraft | null {
  const kept = readStoredJson(keyOf(draftName));
  return isDraft(kept) ? kept : null;
}

/** Stores an AI draft until it is used or rejected, even after the end of the page; null removes it. */
export function saveWaiting(draftName: string, draft: AiDraft | null): void {
  if (draft) writeStored(keyOf(draftName), JSON.stringify(draft));
  else removeStored(keyOf(draftName));
}
