import { createHash } from 'node:crypto';

/** A person who can sign in here. */
export interface Account {
  readonly email: string;
  readonly name: string;
  readonly isVerified: boolean;
}

/** Accounts to choose from; any other address may be typed. */
export const DEMO_ACCOUNTS: readonly Account[] = [
  { name: 'Ada Winter', email: 'ada.winter@gmail.example', isVerified: true },
  { name: 'Björn Ødegård', email: 'bjorn@gmail.example', isVerified: true },
  { name: 'Carmen Unverified', email: 'carmen@elsewhere.example', isVerified: false },
];

/** Returns the account's subject: 21 digits, as Google's are, and always the same for one address. */
export function subjectOf({ email }: Account): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}
