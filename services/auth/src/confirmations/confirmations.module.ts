import { Module } from '@nestjs/common';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { WalletSignInModule } from '../wallet-sign-in/wallet-sign-in.module.js';
import { ConfirmationsController } from './confirmations.controller.js';
import { ConfirmationsService } from './confirmations.service.js';
import { IdentityProver } from './identity-prover.js';

/** Confirmations of members' identities. */
@Module({
  imports: [PasskeysModule, PasswordsModule, TotpModule, WalletSignInModule],
  controllers: [ConfirmationsController],
  providers: [ConfirmationsService, IdentityProver],
})
export class ConfirmationsModule {}
