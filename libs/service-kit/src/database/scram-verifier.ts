import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** What SASLprep (RFC 4013) leaves as it is, so that Postgres and we read the same. */
export const PASSWORD = /^[\x20-\x7e]+$/;
/** What Postgres itself takes by default. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * What Postgres keeps of a password (SCRAM-SHA-256, RFC 5802 and 7677), with a salt of its own each time: set in the password's
 * place it lets the same people in, and no statement, and so no log, has the password.
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
