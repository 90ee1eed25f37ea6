import { readStored, writeStored } from './local-storage';

/** Stores the `ref` of the page's address (spec, section 4); an address without one changes nothing. */
export function storeReferral(search: string): void {
  const code = new URLSearchParams(search).get('ref');
  if (code) writeStored('ref', code);
}

/** The stored referral code, sent with a registration; null when nobody referred this visitor. */
export const storedReferral = (): string | null => readStored('ref');
