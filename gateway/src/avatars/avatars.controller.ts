import { authErrors } from '@likewell/contracts/auth/errors';
import { findAvatar } from '@likewell/contracts/auth/profile-rpc';
import { avatar } from '@likewell/contracts/gateway/users';
import { AppError } from '@likewell/contracts/core/app-error';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';

const FILE = /^([0-9a-f]{64})\.webp$/;
const FOR_EVER = 'public, max-age=31536000, immutable';

@Controller()
export class AvatarsController {
  constructor(private readonly rpc: RpcClient) {}

  /** The content of a hash never changes, so a client that has it need not be sent it again. */
  @Handle(avatar)
  async one(
    @FromRequest() { params }: Input<typeof avatar>,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const sha256 = FILE.exec(params.file)?.[1];
    if (sha256 === undefined) throw new AppError(authErrors.AVATAR_NOT_FOUND);
    const { image } = await this.rpc.call(findAvatar, { sha256 });
    if (image === null) throw new AppError(authErrors.AVATAR_NOT_FOUND);
    void reply.header('cache-control', FOR_EVER).header('etag', `"${sha256}"`);
    if (known?.includes(sha256)) void reply.status(304).send();
    else void reply.type('image/webp').send(image);
  }
}
