import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { exportFollows, exportTexts } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findExportedFollows, findExportedTexts } from './exports.queries.js';

@Controller()
export class ExportsController {
  constructor(private readonly database: Database) {}

  @Rpc(exportTexts)
  texts({ memberId, after }: RpcInput<typeof exportTexts>) {
    return findExportedTexts(this.database.read, memberId, after);
  }

  @Rpc(exportFollows)
  follows({ memberId, afterId }: RpcInput<typeof exportFollows>) {
    return findExportedFollows(this.database.read, memberId, afterId);
  }
}
