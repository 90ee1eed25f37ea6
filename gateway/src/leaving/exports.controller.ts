import * as auth from '@likewell/contracts/auth/leaving-rpc';
import * as routes from '@likewell/contracts/gateway/leaving';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadOf } from '../request/download.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';

/** The export of a member's data. */
@Controller()
export class ExportsController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(routes.requestExport)
  async request(@FromRequest() { memberId, origin }: Input<typeof routes.requestExport>) {
    const asked = { memberId, origin };
    return view(await this.rpc.call(auth.requestExport, asked).catch(asSignedOut));
  }

  @Handle(routes.currentExport)
  async current(@FromRequest() { memberId }: Input<typeof routes.currentExport>) {
    const { export: found } = await this.rpc.call(auth.getExport, { memberId });
    return found ? view(found) : NONE;
  }

  /** The signature that authorizes the member's download is valid for longer than a download may take. */
  @Handle(routes.downloadExport)
  async download(
    @FromRequest() { memberId, origin }: Input<typeof routes.downloadExport>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.rpc.call(auth.beginExportDownload, { memberId, origin });
    const { exportId } = file;
    const chunk = (number: number) => this.rpc.call(auth.getExportChunk, { memberId, exportId, number });
    const stream = downloadOf(request, (ask) => chunksOf(file.chunks, (number) => ask(() => chunk(number))));
    void reply
      .type('application/zip')
      .header('content-length', file.bytes)
      .header('content-disposition', 'attachment; filename="likewell-data.zip"')
      .send(stream);
  }
}

async function* chunksOf(
  count: number,
  chunk: (number: number) => Promise<{ chunk: Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield (await chunk(number)).chunk;
}

const NONE = {
  status: 'none' as const,
  progress: { done: 0, of: 0 },
  requested_at: null,
  bytes: null,
  expires_at: null,
};

const view = ({ status, partsDone, parts, requestedAt, bytes, expiresAt }: auth.MemberExport) => ({
  status,
  progress: { done: partsDone, of: parts },
  requested_at: requestedAt,
  bytes,
  expires_at: expiresAt,
});
