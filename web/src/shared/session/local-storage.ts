/**
 * What the page keeps in local storage (spec, section 3), on a laptop its Dev wallet's key, whether a moderator wants shortcuts, and
 * texts that were not posted yet.
 */
type Key = 'user' | 'token' | 'ref' | 'theme' | 'dev-wallet' | 'moderation-shortcuts' | `draft:${string}`;

/** A stored text; null when there is none or the browser forbids storage. */
export function readStored(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; without storage the page goes on with what is in memory. */
export function writeStored(key: Key, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A full or forbidden storage must not stop the page.
  }
}

export function removeStored(key: Key): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See writeStored.
  }
}
