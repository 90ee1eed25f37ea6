import { listSecurityEvents } from '@likewell/contracts/auth/security-events-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { SecurityEventsService } from './security-events.service.js';

@Controller()
export class SecurityEventsController {
  constructor(private readonly events: SecurityEventsService) {}

  @Rpc(listSecurityEvents)
  list(of: RpcInput<typeof listSecurityEvents>) {
    return this.events.list(of);
  }
}
