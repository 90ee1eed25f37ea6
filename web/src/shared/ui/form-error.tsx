import { errorText } from '../api/api-error';

interface FormErrorProps {
  /** For the field that it is about, which it describes. */
  id?: string;
  /** Error of the form's call; null when it has not failed. */
  error?: Error | null;
  /** Text for a failure without a sentence of the server. */
  fallback?: string;
  /** Returns the text of an error that does not come from the server, for example a wallet's. */
  textOf?: (error: Error) => string;
  /** A message of the form itself, shown in place of an error. */
  children?: string | undefined;
}

/** The sentence that says why a form could not be sent; nothing when there is no error. */
export function FormError({
  id,
  error,
  fallback = 'Error',
  textOf = (failure) => errorText(failure, fallback),
  children,
}: FormErrorProps) {
  const text = error === null || error === undefined ? children : textOf(error);
  if (!text) return null;
  return (
    <p id={id} role="alert" className="text-15 text-negative">
      {text}
    </p>
  );
}

/**
 * Returns a failure's own message, when its source addresses the person: a wallet, or the browser's passkeys. Some
 * wallets reject with an object that is no Error, or with a text.
 */
export function messageOf(failure: unknown): string {
  const message = (failure as { message?: unknown } | null | undefined)?.message ?? failure;
  return (typeof message === 'string' && message) || 'Error';
}
