import { readStored, removeStored, writeStored } from '../../shared/session/local-storage';

/** The text of a post in the making. */
export interface Draft {
  title: string;
  body: string;
  /** The draft of the AI that the text began with. */
  draftId?: string | undefined;
}

const keyOf = (name: string) => `draft:${name}` as const;

/** What was typed under this name on this device and neither posted nor discarded; null when nothing was. */
export function readDraft(name: string): Draft | null {
  try {
    const kept = JSON.parse(readStored(keyOf(name)) ?? 'null') as Partial<Draft> | null;
    if (typeof kept?.title !== 'string' || typeof kept.body !== 'string') return null;
    return { title: kept.title, body: kept.body, draftId: kept.draftId };
  } catch {
    return null;
  }
}

/** Keeps what is typed, so that nothing that ends the page loses it. False where the browser forbids that. */
export function saveDraft(name: string, draft: Draft): boolean {
  const text = JSON.stringify(draft);
  if (readStored(keyOf(name)) !== text) writeStored(keyOf(name), text);
  return readStored(keyOf(name)) === text;
}

export const dropDraft = (name: string): void => removeStored(keyOf(name));

/**
 * Calls `onChange` with what is kept once another tab has changed it, null when it is gone; the answered function ends it. What an
 * event itself brings may be older than what was kept since then.
 */
export function followDraft(name: string, onChange: (draft: Draft | null) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === keyOf(name)) onChange(readDraft(name));
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

/** True where both would post the same. */
export const isSameText = (one: Draft, other: Draft): boolean =>
  one.title === other.title && one.body === other.body;
