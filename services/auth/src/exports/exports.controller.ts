import {
  beginExportDownload,
  getExport,
  getExportChunk,
  requestExport,
  type MemberExport,
} from '@likewell/contracts/auth/leaving-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PART_COUNT } from './export-parts.js';
import type { ExportRow } from './exports.queries.js';
import { ExportsService } from './exports.service.js';

@Controller()
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Rpc(requestExport)
  async request({ memberId, origin }: RpcInput<typeof requestExport>) {
    return withParts(await this.exports.request(memberId, origin));
  }

  @Rpc(getExport)
  async get({ memberId }: RpcInput<typeof getExport>) {
    const found = await this.exports.find(memberId);
    return { export: found && withParts(found) };
  }

  @Rpc(beginExportDownload)
  beginDownload({ memberId, origin }: RpcInput<typeof beginExportDownload>) {
    return this.exports.beginDownload(memberId, origin);
  }

  @Rpc(getExportChunk)
  async chunk(of: RpcInput<typeof getExportChunk>) {
    return { chunk: new Uint8Array(await this.exports.chunk(of)) };
  }
}

const withParts = (row: ExportRow): MemberExport => ({ ...row, parts: PART_COUNT });
