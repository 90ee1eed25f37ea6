import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Rpc, RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { toHeaders } from '@likewell/service-kit/rpc/rpc-headers';
import { newContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import type { PostgresProxy, StopPoint } from '@likewell/testing/postgres-proxy';
import type { TestBus } from '@likewell/testing/test-bus';
import type { TestSchema } from '@likewell/testing/test-schema';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

/** Faults of a call, from the earliest moment to the latest. */
export const FAULTS = [
  /** The request arrives after its caller has timed out. */
  'too-late',
  /** The connection is lost before the statement reaches Postgres. */
  'before-statement',
  /** Postgres terminates the backend while it waits inside the function for its first lock. */
  'backend-killed',
  /** The connection is lost when all work is done and before the commit is requested. */
  'before-commit',
  /** The connection is lost after the commit and before the service learns of it. */
  'after-commit',
  /** The commit succeeds and the response is lost. */
  'unheard',
] as const;
export type Fault = (typeof FAULTS)[number];

/** The bus for the calls, and the tools to break them. */
export interface FaultTools {
  readonly bus: TestBus;
  readonly schema: TestSchema;
  readonly proxy: PostgresProxy;
}

/** A call, and the SQL function that identifies its transaction. */
export interface DeclaredCall<R extends Rpc> {
  readonly contract: R;
  readonly input: RpcInput<R>;
  readonly sqlFunction: string;
}

const MAX_REPEATS = 3;
const KILL_PAUSE_MS = 2;

type Result<R extends Rpc> = PromiseSettledResult<RpcOutput<R>>;

/**
 * Makes a call. With a fault, the first attempt meets it, and the call is repeated as its caller would do.
 * `isSecond` is true when the first attempt was committed.
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
  // The call was answered before the fault occurred, or in spite of it.
  if (!isUnavailable(first)) return { result: first, isSecond: false };
  return { result: await sendAgain(send), isSecond: fault === 'after-commit' };
}

/** Sends the call again: after a fault a new connection may take longer on a busy machine than the call's timeout. */
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

/** Terminates the backend inside the function: every call that moves money first waits for `holders_state`. */
async function killInside<R extends Rpc>(
  { schema }: FaultTools,
  send: () => Promise<Result<R>>,
): Promise<Result<R>> {
  const blocker = await schema.owner.connect();
  try {
    await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
    const call = { isAnswered: false };
    const first = send().finally(() => (call.isAnswered = true));
    // Repeated until the call, and not only a job of the ledger, has waited for the lock; one after the other,
    // so that none is left to meet the next call.
    while (!call.isAnswered) {
      await schema.killConnections('waiting');
      await setTimeout(KILL_PAUSE_MS);
    }
    return await first;
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
}

async function sendTooLate<R extends Rpc>(bus: TestBus, { contract, input }: DeclaredCall<R>): Promise<void> {
  const payload = JSON.stringify(z.encode(contract.input, input));
  const headers = toHeaders(newContext(), steadyNow() - 1);
  const { connection, inboxPrefix } = bus.nats;
  connection.publish(contract.subject, payload, { headers, reply: `${inboxPrefix}.nobody` });
  await connection.flush();
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
