import { followStored } from '../../shared/session/follow-stored';
import { readStored, readStoredJson, removeStored, writeStored } from '../../shared/session/local-storage';

/** The text of a post that is being written. */
export interface Draft {
  title: string;
  body: string;
  /** Id of the AI draft from which the text started. */
  draftId?: string | undefined;
}

const keyOf = (name: string) => `draft:${name}` as const;

/**
 * Returns the text that was typed under this name on this device and neither posted nor
 * discarded; null when there is none.
 */
export function readDraft(name: string): Draft | null {
  const kept = readStoredJson(keyOf(name)) as Partial<Draft> | null;
  if (typeof kept?.title !== 'string' || typeof kept.body !== 'string') return null;
  const draft = { title: kept.title, body: kept.body, draftId: kept.draftId };
  return draft satisfies Record<keyof Draft, unknown>;
}

/**
 * Stores what is typed, so that it survives the end of the page. Returns false when the
 * browser does not allow that.
 */
export function saveDraft(name: string, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  if (readStored(keyOf(name)) !== text) writeStored(keyOf(name), text);
  return readStored(keyOf(name)) === text;
}

export const dropDraft = (name: string): void => removeStored(keyOf(name));

/**
 * Calls `onChange` with the stored draft after another tab has changed it; null when it is gone. Returns a
 * function that stops this.
 */
export const followDraft = (name: string, onChange: (draft: Draft | null) => void): (() => void) =>
  followStored(keyOf(name), () => onChange(readDraft(name)));

/** Returns true when both would post the same text. */
export const isSameText = (one: Draft, other: Draft): boolean =>
  one.title === other.title && one.body === other.body;
