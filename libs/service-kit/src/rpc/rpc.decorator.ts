import type { Rpc as RpcContract } from '@likewell/contracts/core/define-rpc';
import { MessagePattern } from '@nestjs/microservices';

/** Metadata that the decorator leaves on a handler for the server. */
export interface RpcExtras {
  readonly contract: RpcContract;
}

/** Marks a method as the handler of a declared call: it receives the decoded input and returns the output. */
export const Rpc = (contract: RpcContract): MethodDecorator =>
  MessagePattern(contract.subject, { contract } satisfies RpcExtras);
