import { findAvatar } from '@likewell/contracts/auth/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findAvatarImage } from '../storage/avatars.js';

@Controller()
export class FindAvatarHandler {
  constructor(private readonly database: Database) {}

  @Rpc(findAvatar)
  async handle({ sha256 }: RpcInput<typeof findAvatar>): Promise<RpcOutput<typeof findAvatar>> {
    return { image: await findAvatarImage(this.database.read, sha256) };
  }
}
