/** One attempt at an action that a wallet has to approve. */
export interface Attempt {
  /** Returns false once a newer attempt has begun. */
  isLatest: () => boolean;
  /** @throws Error once a newer attempt has begun: this one stops without a message */
  check: () => void;
  /** Prevents other attempts until the end of this one. @throws like `check` */
  commit: () => void;
  end: () => void;
}

/**
 * Creates a function that begins attempts at one action. Some wallets never respond after their window was
 * closed, so a new attempt replaces the one before. If that one is committed, no attempt begins and the
 * function returns null.
 */
export function createAttempts(): () => Attempt | null {
  let latest: Attempt | null = null;
  let isCommitted = false;
  return () => {
    if (isCommitted) return null;
    const isLatest = () => latest === own;
    const check = () => {
      if (!isLatest()) throw new Error('A newer attempt has begun.');
    };
    const commit = () => {
      check();
      isCommitted = true;
    };
    const end = () => {
      if (isLatest()) isCommitted = false;
    };
    const own: Attempt = { isLatest, check, commit, end };
    latest = own;
    return own;
  };
}
