import * as auth from '@likewell/contracts/auth/keys-rpc';
import { getOwnProfile } from '@likewell/contracts/auth/profile-rpc';
import * as routes from '@likewell/contracts/gateway/keys';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { PasswordSealer } from '../auth/password-sealer.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { toBase32 } from './base32.js';
import { newRecoveryCodes } from './recovery-codes.js';

/** Length of a SHA-1 hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** A member's own second factors. Secrets and codes are made here; the bus carries only sealed values or hashes. */
@Controller()
export class KeysController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sealer: PasswordSealer,
  ) {}

  @Handle(routes.keys)
  async keys(@FromRequest() { memberId }: Input<typeof routes.keys>) {
    const keys = await this.rpc.call(auth.getKeys, { memberId });
    return {
      totp: keys.hasTotp,
      recovery_codes_left: keys.recoveryCodesLeft,
      recovery_codes_set_id: keys.recoveryCodesSetId,
      passkeys: keys.passkeys.map((passkey) => ({
        id: passkey.id,
        name: passkey.name,
        created_at: passkey.createdAt,
        last_used_at: passkey.lastUsedAt,
      })),
    };
  }

  @Handle(routes.beginTotp)
  async beginTotp(@FromRequest() { memberId }: Input<typeof routes.beginTotp>) {
    const bytes = randomBytes(SECRET_BYTES);
    const { username } = await this.rpc.call(getOwnProfile, { memberId });
    await this.rpc.call(auth.beginTotp, { memberId, secret: this.sealer.seal(bytes.toString('hex')) });
    const secret = toBase32(bytes);
    return { secret, uri: `otpauth://totp/Likewell:${username}?secret=${secret}&issuer=Likewell` };
  }

  @Handle(routes.confirmTotp)
  async confirmTotp(@FromRequest() { memberId, tokenHash, body, origin }: Input<typeof routes.confirmTotp>) {
    const { codes, hashes: recoveryHashes } = newRecoveryCodes();
    const shown = { memberId, tokenHash, code: this.sealer.seal(body.code), recoveryHashes, origin };
    const { areCodesNew, setId } = await this.rpc.call(auth.confirmTotp, shown).catch(asSignedOut);
    return { recoveryCodes: areCodesNew ? codes : null, setId };
  }

  @Handle(routes.removeTotp)
  removeTotp(@FromRequest() { memberId, tokenHash, origin }: Input<typeof routes.removeTotp>) {
    return this.rpc.call(auth.removeTotp, { memberId, tokenHash, origin }).catch(asSignedOut);
  }

  @Handle(routes.makeRecoveryCodes)
  async makeRecoveryCodes(
    @FromRequest() { memberId, tokenHash, origin }: Input<typeof routes.makeRecoveryCodes>,
  ) {
    const { codes, hashes: recoveryHashes } = newRecoveryCodes();
    const replaced = { memberId, tokenHash, recoveryHashes, origin };
    const { setId } = await this.rpc.call(auth.replaceRecoveryCodes, replaced).catch(asSignedOut);
    return { recoveryCodes: codes, setId };
  }

  @Handle(routes.beginPasskey)
  beginPasskey(@FromRequest() { memberId }: Input<typeof routes.beginPasskey>) {
    return this.rpc.call(auth.beginPasskey, { memberId });
  }

  @Handle(routes.addPasskey)
  async addPasskey(@FromRequest() { memberId, tokenHash, body, origin }: Input<typeof routes.addPasskey>) {
    const { codes, hashes: recoveryHashes } = newRecoveryCodes();
    const name = body.name ?? origin.device ?? 'passkey';
    const made = { memberId, tokenHash, response: body.response, name, recoveryHashes, origin };
    const { areCodesNew, setId } = await this.rpc.call(auth.addPasskey, made).catch(asSignedOut);
    return { recoveryCodes: areCodesNew ? codes : null, setId };
  }

  @Handle(routes.removePasskey)
  removePasskey(@FromRequest() { memberId, tokenHash, params, origin }: Input<typeof routes.removePasskey>) {
    const removal = { memberId, passkeyId: params.id, tokenHash, origin };
    return this.rpc.call(auth.removePasskey, removal).catch(asSignedOut);
  }
}
