import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { findNames } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findMembers, findTitles } from './names.queries.js';

@Controller()
export class NamesController {
  constructor(private readonly database: Database) {}

  @Rpc(findNames)
  async find(wanted: RpcInput<typeof findNames>) {
    const { read } = this.database;
    const [members, posts] = await Promise.all([
      findMembers(read, wanted.memberIds),
      findTitles(read, wanted.postIds, wanted.viewerId),
    ]);
    return { members, posts };
  }
}
