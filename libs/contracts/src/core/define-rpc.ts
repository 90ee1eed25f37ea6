import type { z } from 'zod';
import type { ErrorDefinition } from './app-error.js';

/**
 * A request/reply call of a service. The subject is `rpc.<service>.<verb-noun>`; `input` and `output`
 * are codecs between JSON and code; `errors` are the declared errors that a caller must expect.
 */
export interface Rpc<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly subject: `rpc.${string}.${string}`;
  readonly input: Input;
  readonly output: Output;
  readonly errors: readonly ErrorDefinition[];
  /** How long a caller waits when its own request has no nearer deadline. */
  readonly timeoutMs: number;
}

/** What a handler receives, and what a caller passes: an optional key of an input is `nullish()`, without a transform. */
export type RpcInput<R extends Rpc> = z.output<R['input']>;
/** What a handler returns and a caller receives. */
export type RpcOutput<R extends Rpc> = z.output<R['output']>;

const DEFAULT_TIMEOUT_MS = 3000;

/** Declares a call; see {@link Rpc}. */
export function defineRpc<Input extends z.ZodType, Output extends z.ZodType>(
  rpc: Omit<Rpc<Input, Output>, 'timeoutMs' | 'errors'> & {
    errors?: readonly ErrorDefinition[];
    timeoutMs?: number;
  },
): Rpc<Input, Output> {
  return { errors: [], timeoutMs: DEFAULT_TIMEOUT_MS, ...rpc };
}
