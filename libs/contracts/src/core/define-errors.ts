import type { ErrorDefinition, ErrorKind } from './app-error.js';

type Declarations = Readonly<Record<string, { kind: ErrorKind; message: string }>>;
type Definitions<D extends Declarations> = { readonly [Code in keyof D & string]: ErrorDefinition<Code> };

/** Declares a process's errors; each key becomes the code that travels to the client. */
export function defineErrors<const D extends Declarations>(declarations: D): Definitions<D> {
  const entries = Object.entries(declarations).map(([code, rest]) => [code, { code, ...rest }]);
  return Object.fromEntries(entries) as Definitions<D>;
}
