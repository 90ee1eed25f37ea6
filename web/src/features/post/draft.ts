/** The text of a post in the making. */
export interface Draft {
  title: string;
  body: string;
  /** The draft of the AI that the text began with. */
  draftId?: string | undefined;
}

const EMPTY: Draft = { title: '', body: '' };
const keyOf = (name: string) => `draft:${name}`;

/** What was typed under this name in this tab; empty when nothing was. */
export function readDraft(name: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<Draft>;
    return { title: kept.title ?? '', body: kept.body ?? '', draftId: kept.draftId };
  } catch {
    return EMPTY;
  }
}

/** Keeps what is typed, so that a reload or an ended session does not lose it. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    if (draft.title || draft.body) sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Without storage the text lives in the form alone.
  }
}

export const dropDraft = (name: string): void => keepDraft(name, EMPTY);
