import { readStored, writeStored } from './local-storage';

/**
 * The form of a referral code: base64url, within the length that the server accepts. With any other code
 * every registration would fail.
 */
const CODE = /^[\w-]{1,100}$/;

/** The code of this visit, where the browser forbids storage. */
let ofVisit: string | null = null;

/** Stores the `ref` of the page's address (spec, section 4); without a valid one it changes nothing. */
export function storeReferral(search: string): void {
  const code = codeIn(new URLSearchParams(search).get('ref'));
  if (code === null) return;
  writeStored('ref', code);
  ofVisit = code;
}

/**
 * Returns the stored referral code, which is sent with a registration; null when
 * nobody referred this visitor.
 */
export const storedReferral = (): string | null => codeIn(readStored('ref') ?? ofVisit);

const codeIn = (text: string | null) => (text !== null && CODE.test(text) ? text : null);
