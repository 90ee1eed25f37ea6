import { errorText } from '../api/api-error';

interface FormErrorProps {
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
  error,
  fallback = 'Error',
  textOf = (failure) => errorText(failure, fallback),
  children,
}: FormErrorProps) {
  const text = error ? textOf(error) : children;
  if (!text) return null;
  return (
    <p role="alert" className="text-15 text-negative">
      {text}
    </p>
  );
}

/**
 * Returns an error's own message, when its source addresses the person: a wallet, or the browser's passkeys.
 */
export const messageOf = (error: unknown): string => (error instanceof Error && error.message) || 'Error';
