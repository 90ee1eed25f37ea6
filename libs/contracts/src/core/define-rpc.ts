import type { z } from 'zod';
import type { ErrorDefinition } from './app-error.js';
import type { ProcessName } from './processes.js';

/**
 * A request/reply call of a service. The subject is `rpc.<service>.<verb-noun>`; `input` and `output`
 * are codecs between JSON and code; `errors` are the declared errors that a caller must expect.
 */
export interface Rpc<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly subject: `rpc.${string}.${string}`;
  readonly input: Input;
  readonly output: Output;
  readonly errors: readonly ErrorDefinition[];
  /** Timeout when the caller's own request has no earlier deadline. */
  readonly timeoutMs: number;
  /** Processes that may make the call: no message of another process reaches the service. */
  readonly callers: readonly ProcessName[];
  /**
   * Key of the input that names the member on whose behalf the call is made. The gateway vouches for the
   * member with a signature, without which the call is rejected. Null there means a visitor, for whom no
   * signature is needed.
   */
  readonly actor: string | null;
  /** Lowest role that the member behind the request must have; checked by the same signature. */
  readonly role: 'member' | 'moderator';
}

/** Input that a caller passes and a handler receives: an optional key is `nullish()`, without a transform. */
export type RpcInput<R extends Rpc> = z.output<R['input']>;
/** Output that a handler returns and a caller receives. */
export type RpcOutput<R extends Rpc> = z.output<R['output']>;

const DEFAULT_TIMEOUT_MS = 3000;

/** Declares a call. Only the gateway may make it unless other `callers` are named; see {@link Rpc}. */
export function defineRpc<Input extends z.ZodType, Output extends z.ZodType>(
  rpc: Pick<Rpc<Input, Output>, 'subject' | 'input' | 'output'> &
    Partial<Pick<Rpc, 'errors' | 'timeoutMs' | 'callers' | 'role'>> & {
      actor?: keyof z.output<Input> & string;
    },
): Rpc<Input, Output> {
  return {
    ...{ errors: [], timeoutMs: DEFAULT_TIMEOUT_MS, callers: ['gateway'], actor: null, role: 'member' },
    ...rpc,
  };
}
