import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** Characters that SASLprep (RFC 4013) leaves unchanged, so that Postgres and we read the same password. */
export const PASSWORD = /^[\x20-\x7e]+$/;
/** Default of Postgres. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Returns what Postgres stores of a password (SCRAM-SHA-256, RFC 5802 and 7677), with a new salt each time.
 * Set in place of the password it allows the same logins, while no statement, and so no log, contains the
 * password.
 * @param password of printable ASCII
 * @throws Error for any other password
 */
export function scramVerifier(password: string): string {
  if (!PASSWORD.test(password)) throw new Error('A password of Postgres must be printable ASCII.');
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256').update(keyOf(salted, 'Client Key')).digest('base64');
  const serverKey = keyOf(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

const keyOf = (salted: Buffer, name: string) => createHmac('sha256', salted).update(name).digest();
