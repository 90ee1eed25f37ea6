import * as auth from '@likewell/contracts/auth/keys-rpc';
import type { SecondFactorProof } from '@likewell/contracts/auth/keys-rpc';
import * as routes from '@likewell/contracts/gateway/keys';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import { hash } from 'node:crypto';
import { recoveryCodeHash } from '../keys/recovery-codes.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { NewSessions } from './new-sessions.js';
import { PasswordSealer } from './password-sealer.js';

/** Signing in by a passkey, and the second step of every other sign-in. Auth sees only the hash of a ticket, too. */
@Controller()
export class SecondFactorController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: NewSessions,
    private readonly sealer: PasswordSealer,
  ) {}

  @Handle(routes.passkeySignInOptions)
  options(@FromRequest() { body: { ticket } }: Input<typeof routes.passkeySignInOptions>) {
    return this.rpc.call(auth.beginPasskeySignIn, {
      ticketHash: ticket === undefined ? null : hash('sha256', ticket),
    });
  }

  @Handle(routes.passkeyConfirmOptions)
  confirmOptions(@FromRequest() { memberId }: Input<typeof routes.passkeyConfirmOptions>) {
    return this.rpc.call(auth.beginPasskeyConfirmation, { memberId });
  }

  @Handle(routes.loginPasskey)
  loginPasskey(@FromRequest() { body: { response }, origin }: Input<typeof routes.loginPasskey>) {
    return this.sessions.begin(auth.finishPasskeySignIn, { response, origin });
  }

  @Handle(routes.secondFactor)
  finish(@FromRequest() { body, origin }: Input<typeof routes.secondFactor>) {
    const shown = { ticketHash: hash('sha256', body.ticket), proof: this.proofOf(body), origin };
    return this.sessions.begin(auth.finishSecondFactor, shown);
  }

  private proofOf(body: Input<typeof routes.secondFactor>['body']): SecondFactorProof {
    if ('code' in body) return { way: 'totp', code: this.sealer.seal(body.code) };
    if ('recoveryCode' in body)
      return { way: 'recovery-code', codeHash: recoveryCodeHash(body.recoveryCode) };
    return { way: 'passkey', response: body.passkey };
  }
}
