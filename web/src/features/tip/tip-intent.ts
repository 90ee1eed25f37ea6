import { randomUuid } from './random-uuid';

/** The intent to tip, created before anything is sent; its key makes the server count it once. */
export interface TipIntent {
  key: string;
  payerId: number;
  postId: number;
  amountNano: bigint;
  /** True when an earlier attempt may have moved the money. */
  isRetry: boolean;
}

type Wish = Omit<TipIntent, 'key' | 'isRetry'>;

/** How long the page requests the outcome by itself; later only sending the same tip again does. */
export const RETRY_WITHIN_MS = 60 * 60_000;

/**
 * Returns the intent for this tip: a new one, or the one that was sent before without a response. It
 * is kept in session storage, so that neither a retry nor a reload can pay twice, however late: the
 * ledger keeps a key for good.
 */
export function beginIntent(wish: Wish): TipIntent {
  const stored = readStoredKey(wish)?.key;
  const key = stored ?? randomUuid();
  write(wish, JSON.stringify({ key, at: Date.now() }));
  return { ...wish, key, isRetry: stored !== undefined };
}

/** Deletes an intent whose outcome is known. */
export const endIntent = (intent: TipIntent): void => write(intent, null);

/**
 * Returns the intents of a payer whose outcome is still unknown, for example after a reload, and which are
 * less than an hour old.
 */
export function openIntents(payerId: number): TipIntent[] {
  return storedNames().flatMap((name) => {
    const [, payer, post, nano] = /^tip:(\d+):(\d+):(\d+)$/.exec(name) ?? [];
    if (Number(payer) !== payerId || post === undefined || nano === undefined) return [];
    const wish = { payerId, postId: Number(post), amountNano: BigInt(nano) };
    const stored = readStoredKey(wish);
    return stored && Date.now() - stored.at < RETRY_WITHIN_MS
      ? [{ ...wish, key: stored.key, isRetry: true }]
      : [];
  });
}

const nameOf = ({ payerId, postId, amountNano }: Wish) => `tip:${payerId}:${postId}:${amountNano}`;

/** Replaces session storage in browsers that forbid it. */
const memory = new Map<string, string>();

function storedNames(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [...memory.keys()];
  }
}

function readStoredKey(wish: Wish): { key: string; at: number } | null {
  try {
    const kept = JSON.parse(read(nameOf(wish)) ?? '{}') as { key?: string; at?: number };
    return kept.key ? { key: kept.key, at: kept.at ?? 0 } : null;
  } catch {
    return null;
  }
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(wish: Wish, text: string | null): void {
  const name = nameOf(wish);
  if (text === null) memory.delete(name);
  else memory.set(name, text);
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // The memory above is used until the page is left.
  }
}
