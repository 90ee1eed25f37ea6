/**
 * Keys of local storage: those of the spec (section 3), the key of a laptop's Dev wallet, a moderator's
 * choice about shortcuts, and texts that were not posted yet. The privacy policy names them.
 */
export type Key =
  'user' | 'token' | 'ref' | 'theme' | 'dev-wallet' | 'moderation-shortcuts' | `draft:${string}`;

/** Returns a stored text; null when there is none or the browser forbids storage. */
export function readStored(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns a value that was stored as JSON; null when there is none, or none that can be read. */
export function readStoredJson(key: Key): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a text; without storage the page continues with the values in memory. */
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
