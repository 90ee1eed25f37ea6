import { readStored, removeStored, writeStored } from '../../shared/session/local-storage';

/** Values that local storage has not stored, for example when the browser forbids it. */
const memory = new Map<string, string>();

const keyOf = (draftName: string) => `draft:${draftName}:unanswered-since` as const;

/**
 * Returns since when, in ms, the server may have a post of this draft without having
 * responded; null when it cannot.
 */
export function readUnansweredSince(draftName: string): number | null {
  const stored = readStored(keyOf(draftName)) ?? memory.get(draftName);
  return Number(stored) || null;
}

/** Stores on this device, before a post is sent, that it may arrive without a response. */
export function saveUnansweredSince(draftName: string, sinceMs: number): void {
  writeStored(keyOf(draftName), String(sinceMs));
  if (readStored(keyOf(draftName)) === null) memory.set(draftName, String(sinceMs));
}

/** Deletes that entry once the outcome is known. */
export function dropUnansweredSince(draftName: string): void {
  memory.delete(draftName);
  removeStored(keyOf(draftName));
}
