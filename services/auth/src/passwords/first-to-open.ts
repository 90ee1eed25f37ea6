/**
 * Returns what the first fitting key opens. The newest key is first; older ones follow while they are being
 * replaced.
 * @throws the error of the last key if none opens it
 */
export function firstToOpen<Key, Opened>(keys: readonly Key[], open: (key: Key) => Opened): Opened {
  let failure: unknown;
  for (const key of keys) {
    try {
      return open(key);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
