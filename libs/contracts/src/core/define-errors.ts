import type { ErrorDefinition, ErrorKind } from './app-error.js';

/**
 * Declares a process's errors by their kind: each has a code, which travels to the client, and a message, which
 * tells a person what to do.
 */
export function defineErrors<Kind extends ErrorKind, Code extends string>(
  declarations: Readonly<Record<Kind, Partial<Record<Code, string>>>>,
): { readonly [C in Code]: ErrorDefinition<C> } {
  const errors = Object.entries<Partial<Record<Code, string>>>(declarations).flatMap(([kind, messages]) =>
    Object.entries(messages).map(([code, message]) => [code, { code, kind, message }]),
  );
  return Object.fromEntries(errors) as { readonly [C in Code]: ErrorDefinition<C> };
}
