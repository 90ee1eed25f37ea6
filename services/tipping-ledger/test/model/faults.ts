import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Rpc, RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { toHeaders } from '@likewell/service-kit/rpc/rpc-headers';
import { newContext } from '@likewell/service-kit/telemetry/request-context';
import type { PostgresProxy, StopPoint } from '@likewell/testing/postgres-proxy';
import type { TestBus } from '@likewell/testing/test-bus';
import type { TestSchema } from '@likewell/testing/test-schema';
import { z } from 'zod';

/** What goes wrong with a call, from the earliest moment to the latest. */
export const FAULTS = [
  /** The request arrives when its caller has given up. */
  'too-late',
  /** The connection is lost before the statement reaches Postgres. */
  'before-statement',
  /** Postgres ends the backend while it waits inside the function for its first lock. */
  'backend-killed',
  /** The connection is lost with all the work done and no commit asked for. */
  'before-commit',
  /** The connection is lost with the commit made and the service not told. */
  'after-commit',
  /** The commit is made and the response reaches nobody. */
  'unheard',
] as const;
export type Fault = (typeof FAULTS)[number];

/** The bus that makes the calls, and what it takes to break them. */
export interface FaultTools {
  readonly bus: TestBus;
  readonly schema: TestSchema;
  readonly proxy: PostgresProxy;
}

/** A call, and the SQL function by which its transaction is known. */
export interface DeclaredCall<R extends Rpc> {
  readonly contract: R;
  readonly input: RpcInput<R>;
  readonly sqlFunction: string;
}

const MAX_REPEATS = 3;

type Result<R extends Rpc> = PromiseSettledResult<RpcOutput<R>>;

/**
 * Makes a call. With a fault, its first attempt meets it, and the call is repeated as its caller would;
 * `isSecond` says that the first one was committed.
 */
export async function callUnderFault<R extends Rpc>(
  tools: FaultTools,
  fault: Fault | null,
  call: DeclaredCall<R>,
): Promise<{ result: Result<R>; isSecond: boolean }> {
  const send = () => settled(tools.bus.call(call.contract, call.input));
  if (fault === null) return { result: await send(), isSecond: false };
  if (fault === 'too-late') {
    await sendTooLate(tools.bus, call);
    return { result: await send(), isSecond: false };
  }
  if (fault === 'unheard') {
    const stopped = tools.proxy.stopNext(call.sqlFunction, 'after-commit');
    const first = send();
    await Promise.race([stopped.reached, first]);
    stopped.release();
    const result = await send();
    await first;
    return { result, isSecond: true };
  }
  const first =
    fault === 'backend-killed' ? await killInside(tools, send) : await breakAt(fault, tools, call, send);
  // It was answered before the fault could come, or in spite of it.
  if (!isUnavailable(first)) return { result: first, isSecond: false };
  return { result: await sendAgain(send), isSecond: fault === 'after-commit' };
}

/** After a fault a busy machine may take longer for a new connection than a call waits: its caller sends it once more. */
async function sendAgain<R>(send: () => Promise<PromiseSettledResult<R>>): Promise<PromiseSettledResult<R>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await send();
    if (attempt === MAX_REPEATS || !isUnavailable(result)) return result;
  }
}

async function breakAt<R extends Rpc>(
  point: StopPoint,
  { proxy }: FaultTools,
  { sqlFunction }: DeclaredCall<R>,
  send: () => Promise<Result<R>>,
): Promise<Result<R>> {
  const stopped = proxy.stopNext(sqlFunction, point);
  const first = send();
  await Promise.race([stopped.reached, first]);
  stopped.break();
  stopped.disarm();
  return first;
}

/** Every call that moves money waits for `holders_state` first. */
async function killInside<R extends Rpc>(
  { schema }: FaultTools,
  send: () => Promise<Result<R>>,
): Promise<Result<R>> {
  const blocker = await schema.owner.connect();
  try {
    await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
    const first = send();
    const answered = first.then(() => 1);
    // Asked again and again: the call is on its way to the lock.
    while ((await Promise.race([answered, schema.killConnections('waiting')])) === 0);
    return await first;
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
}

async function sendTooLate<R extends Rpc>(bus: TestBus, { contract, input }: DeclaredCall<R>): Promise<void> {
  const payload = JSON.stringify(z.encode(contract.input, input));
  const headers = toHeaders(newContext(), Date.now() - 1);
  bus.nats.connection.publish(contract.subject, payload, { headers });
  await bus.nats.connection.flush();
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

export function isUnavailable(result: PromiseSettledResult<unknown>): boolean {
  return (
    result.status === 'rejected' &&
    result.reason instanceof AppError &&
    result.reason.is(commonErrors.UNAVAILABLE)
  );
}
