import { generatePost } from '@likewell/contracts/ai-drafting/rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { DraftsService } from './drafts.service.js';

@Controller()
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Rpc(generatePost)
  generate({ prompt }: RpcInput<typeof generatePost>) {
    return this.drafts.generate(prompt);
  }
}
