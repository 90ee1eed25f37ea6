import type { Rpc as RpcContract } from '@likewell/contracts/core/define-rpc';
import { MessagePattern } from '@nestjs/microservices';
import type { z } from 'zod';

/** Metadata that the decorator leaves on a handler for the server. */
export interface RpcExtras {
  readonly contract: RpcContract;
}

/**
 * Marks a method as the handler of a declared call: it receives the decoded input and returns the output. A
 * method with other types does not compile.
 */
export const Rpc =
  <Input extends z.ZodType, Output extends z.ZodType>(contract: RpcContract<Input, Output>) =>
  <Handler extends (input: z.output<Input>) => z.output<Output> | Promise<z.output<Output>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    MessagePattern(contract.subject, { contract } satisfies RpcExtras)(target, key, descriptor);
  };
