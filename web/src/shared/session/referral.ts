import { readStored, writeStored } from './local-storage';

/** What a referral code may be: base64url, and no longer than the server takes; with another no registration would get through. */
const CODE = /^[\w-]{1,100}$/;

/** Stores the `ref` of the page's address (spec, section 4); an address without one, or with what is no code, changes nothing. */
export function storeReferral(search: string): void {
  const code = codeIn(new URLSearchParams(search).get('ref'));
  if (code) writeStored('ref', code);
}

/** The stored referral code, sent with a registration; null when nobody referred this visitor. */
export const storedReferral = (): string | null => codeIn(readStored('ref'));

const codeIn = (text: string | null) => (text !== null && CODE.test(text) ? text : null);
