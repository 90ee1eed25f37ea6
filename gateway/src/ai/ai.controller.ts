import * as aiDrafting from '@likewell/contracts/ai-drafting/rpc';
import { generatePost } from '@likewell/contracts/gateway/ai';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, UseInterceptors } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { FreeFailuresInterceptor } from './free-failures.interceptor.js';

@Controller()
export class AiController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(generatePost)
  @UseInterceptors(FreeFailuresInterceptor)
  async generate(@FromRequest() { body }: Input<typeof generatePost>) {
    const { title, body: text, draftId, isStandIn } = await this.rpc.call(aiDrafting.generatePost, body);
    return { title, body: text, draft_id: draftId, stand_in: isStandIn };
  }
}
