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
  /** How long a caller waits when its own request has no nearer deadline. */
  readonly timeoutMs: number;
  /** Who may make the call: nobody else's message reaches the service. */
  readonly callers: readonly ProcessName[];
  /**
   * The key of the input that names the member on whose behalf the call is made: the gateway vouches for them by a
   * signature, without which the call is rejected. A null there is a visitor, for whom nobody vouches.
   */
  readonly actor: string | null;
  /** What that member, or whoever else the request comes from, must be at least; checked by the same signature. */
  readonly role: 'member' | 'moderator';
}

/** What a handler receives, and what a caller passes: an optional key of an input is `nullish()`, without a transform. */
export type RpcInput<R extends Rpc> = z.output<R['input']>;
/** What a handler returns and a caller receives. */
export type RpcOutput<R extends Rpc> = z.output<R['output']>;

const DEFAULT_TIMEOUT_MS = 3000;

/** Declares a call, which is the gateway's unless it names other `callers`; see {@link Rpc}. */
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
