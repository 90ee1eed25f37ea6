import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Rpc, RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { currentContext, newContext } from '../telemetry/request-context.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import { inSpan } from '../telemetry/tracing.js';
import type { Nats } from './connect-nats.js';
import { RequestMux } from './request-mux.js';
import { toHeaders } from './rpc-headers.js';
import { errorFromReply, failureOf, type RpcReply } from './rpc-reply.js';
import { thisProcess, type Sender } from './sender.js';
import { wireText } from './wire-text.js';

/** Calls other services. Every call has a deadline: its own, or the request's if that is earlier. */
export class RpcClient {
  private readonly mux: RequestMux;

  /**
   * @param timeoutFactor factor for the timeout of each contract
   * @param sender identity and clocks that are reported to the other side
   */
  constructor(
    private readonly nats: Nats,
    private readonly timeoutFactor = 1,
    private readonly sender: Sender = thisProcess,
  ) {
    this.mux = new RequestMux(nats);
  }

  /**
   * Makes a declared call. The called service checks the input, and this side the output.
   * @throws AppError of one of the contract's codes, or UNAVAILABLE, DEADLINE_EXCEEDED, OVERLOADED, INTERNAL
   */
  async call<R extends Rpc>(contract: R, input: RpcInput<R>): Promise<RpcOutput<R>> {
    const reply = await inSpan(
      'client',
      contract.subject,
      () => this.request(contract, wireText(input)),
      failureOf,
    );
    if ('error' in reply) throw errorFromReply(reply.error);
    const output = contract.output.safeParse(reply.data);
    if (output.success) return output.data as RpcOutput<R>;
    throw new AppError(commonErrors.INTERNAL, { cause: output.error });
  }

  private async request(contract: Rpc, payload: string): Promise<RpcReply> {
    const context = currentContext() ?? newContext();
    const now = steadyNow();
    const deadline = Math.min(now + contract.timeoutMs * this.timeoutFactor, context.deadline ?? Infinity);
    if (deadline <= now) throw new AppError(commonErrors.DEADLINE_EXCEEDED);
    if (!this.nats.isConnected()) throw new AppError(commonErrors.UNAVAILABLE);
    try {
      const headers = toHeaders(context, deadline, this.sender);
      const message = await this.mux.request(contract.subject, payload, headers, deadline);
      return message.json<RpcReply>();
    } catch (error) {
      throw new AppError(error === 'late' ? commonErrors.DEADLINE_EXCEEDED : commonErrors.UNAVAILABLE, {
        cause: error,
      });
    }
  }
}
