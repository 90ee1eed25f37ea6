/** One go at what a wallet has to agree to. */
export interface Attempt {
  /** False once a newer one has begun. */
  isLatest: () => boolean;
  /** @throws Error once a newer one has begun: this one stops, and nothing is said of it */
  check: () => void;
  /** From now until its end no other begins. @throws like `check` */
  commit: () => void;
  end: () => void;
}

/**
 * Makes what begins attempts at one thing. Some wallets never answer once their window was closed, so a new attempt takes the place of
 * the one before, unless that one is committed: then there is none, and null is answered.
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
