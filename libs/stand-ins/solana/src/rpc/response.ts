import { z } from 'zod';
import { MalformedTransactionError } from '../chain/parse-transaction.js';
import { METHODS } from './methods.js';
import { invalidParams, RpcError } from './rpc-error.js';
import type { View } from './view.js';

/** Maximum number of calls in one request. */
export const MAX_BATCH = 500;

const id = z.union([z.string().max(200), z.number(), z.null()]);
const call = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(100),
  params: z.unknown().optional(),
  id: id.optional(),
});
type Call = z.output<typeof call>;

/** Returns the response to a JSON-RPC 2.0 request, one call or a batch; undefined if no response is expected. */
export function respond(view: View, body: unknown): unknown {
  if (!Array.isArray(body)) return respondToOne(view, body);
  if (body.length === 0) return failure(null, new RpcError(-32600, 'Invalid request'));
  if (body.length > MAX_BATCH)
    return failure(null, new RpcError(-32600, `Batch too large; max ${MAX_BATCH}`));
  const responses = body.map((one: unknown) => respondToOne(view, one)).filter((one) => one !== undefined);
  return responses.length > 0 ? responses : undefined;
}

/** Returns the response to a text that is not JSON. */
export const parseFailure = () => failure(null, new RpcError(-32700, 'Parse error'));

function respondToOne(view: View, body: unknown): unknown {
  const read = call.safeParse(body);
  if (!read.success) return failure(idOf(body), new RpcError(-32600, 'Invalid request'));
  const one = read.data;
  const result = attempt(one, () => runMethod(view, one));
  return one.id === undefined ? undefined : result;
}

function runMethod(view: View, { method, params = [] }: Call): unknown {
  const { methods, error, rewrite } = view.faults;
  const isSpoilt = !methods || methods.includes(method);
  if (isSpoilt && error) throw new RpcError(error.code, error.message);
  const run = METHODS.get(method);
  if (!run) throw new RpcError(-32601, 'Method not found');
  const result = run(view, params);
  return isSpoilt && rewrite ? rewrite(method, result, Array.isArray(params) ? params : []) : result;
}

function attempt(one: Call, run: () => unknown) {
  try {
    return { jsonrpc: '2.0', result: run(), id: one.id ?? null };
  } catch (error) {
    return failure(one.id ?? null, asRpcError(error));
  }
}

function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof MalformedTransactionError) return invalidParams(error.message);
  return new RpcError(-32603, (error as Error).message);
}

function failure(callId: string | number | null, { code, message, data }: RpcError) {
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id: callId };
}

function idOf(body: unknown): string | number | null {
  const read = z.looseObject({ id }).safeParse(body);
  return read.success ? read.data.id : null;
}
