import { importPart } from '../ui/import-part';

const browser = () => importPart(() => import('@simplewebauthn/browser'));
const NOT_DONE = 'No passkey was used. Please try again, or choose another way.';

/** Returns true when the browser supports passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/**
 * Creates a passkey with an authenticator. @param options as the server wrote them @throws
 * Error with a sentence to show
 */
export async function makePasskey(options: Record<string, unknown>) {
  const { startRegistration } = await browser();
  return readable(startRegistration({ optionsJSON: options as never }));
}

/**
 * Lets a person prove their identity with an authenticator. @param options as the server wrote them @throws
 * Error with a sentence to show
 */
export async function showPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await browser();
  return readable(startAuthentication({ optionsJSON: options as never }));
}

/**
 * Replaces the browser's errors, which are not written for people, for example after its window was closed.
 */
async function readable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new Error(isThere ? 'This passkey has already been added.' : NOT_DONE, { cause });
  }
}
