import { beginGoogleSignIn, finishGoogleSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { finishGoogleProof } from '@likewell/contracts/auth/confirmation-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { GoogleSignInService } from './google-sign-in.service.js';

@Controller()
export class GoogleSignInController {
  constructor(private readonly google: GoogleSignInService) {}

  @Rpc(beginGoogleSignIn)
  begin(input: RpcInput<typeof beginGoogleSignIn>) {
    return this.google.begin(input);
  }

  @Rpc(finishGoogleSignIn)
  finish(input: RpcInput<typeof finishGoogleSignIn>) {
    return this.google.finish(input);
  }

  @Rpc(finishGoogleProof)
  async finishProof(input: RpcInput<typeof finishGoogleProof>) {
    await this.google.finishProof(input);
    return {};
  }
}
