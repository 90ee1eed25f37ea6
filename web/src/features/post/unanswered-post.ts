import { readStored, removeStored, writeStored } from '../../shared/session/local-storage';

/** What local storage did not keep, as where the browser forbids it. */
const memory = new Map<string, string>();

const keyOf = (draftName: string) => `draft:${draftName}:unanswered-since` as const;

/** Since when, in ms, a post of this draft may be at the server without a response to say so; null where none may be. */
export function readUnansweredSince(draftName: string): number | null {
  const stored = readStored(keyOf(draftName)) ?? memory.get(draftName);
  return Number(stored) || null;
}

/** Keeps on this device, before a post is sent, that it may arrive without a response. */
export function saveUnansweredSince(draftName: string, sinceMs: number): void {
  writeStored(keyOf(draftName), String(sinceMs));
  if (readStored(keyOf(draftName)) === null) memory.set(draftName, String(sinceMs));
}

/** Forgets it once the outcome is known. */
export function dropUnansweredSince(draftName: string): void {
  memory.delete(draftName);
  removeStored(keyOf(draftName));
}
