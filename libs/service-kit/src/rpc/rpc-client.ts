import { AppError } from '@likewell/contracts/kernel/app-error';
import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import type { Rpc, RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { errors as natsErrors } from '@nats-io/transport-node';
import { z } from 'zod';
import { currentContext, newContext } from '../telemetry/request-context.js';
import type { Nats } from './connect-nats.js';
import { toHeaders } from './rpc-headers.js';
import { errorFromReply, type RpcReply } from './rpc-reply.js';

/** Calls other services. Every call has a deadline: its own, or the nearer one of the request it serves. */
export class RpcClient {
  constructor(private readonly nats: Nats) {}

  /**
   * Makes a declared call.
   * @throws AppError of one of the contract's codes, or UNAVAILABLE, DEADLINE_EXCEEDED, OVERLOADED, INTERNAL
   */
  async call<R extends Rpc>(contract: R, input: RpcInput<R>): Promise<RpcOutput<R>> {
    const reply = await this.request(contract, JSON.stringify(z.encode(contract.input, input)));
    if ('error' in reply) throw errorFromReply(reply.error);
    const output = contract.output.safeParse(reply.data);
    if (output.success) return output.data as RpcOutput<R>;
    throw new AppError(commonErrors.INTERNAL, { cause: output.error });
  }

  private async request(contract: Rpc, payload: string): Promise<RpcReply> {
    const context = currentContext() ?? newContext();
    const now = Date.now();
    const deadline = Math.min(now + contract.timeoutMs, context.deadline ?? Infinity);
    if (deadline <= now) throw new AppError(commonErrors.DEADLINE_EXCEEDED);
    if (!this.nats.isConnected()) throw new AppError(commonErrors.UNAVAILABLE);
    try {
      const message = await this.nats.connection.request(contract.subject, payload, {
        timeout: deadline - now,
        headers: toHeaders(context, deadline),
      });
      return message.json<RpcReply>();
    } catch (error) {
      throw asAppError(error);
    }
  }
}

function asAppError(error: unknown): AppError {
  const definition =
    error instanceof natsErrors.TimeoutError ? commonErrors.DEADLINE_EXCEEDED : commonErrors.UNAVAILABLE;
  return new AppError(definition, { cause: error });
}
