import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { CodeProofs } from './code-proofs.js';
import { TotpSecrets } from './totp-secrets.js';
import { TotpController } from './totp.controller.js';
import { TotpService } from './totp.service.js';

/** Codes of an authenticator app as a second factor. */
@Module({
  imports: [PasswordsModule, SecondFactorsModule],
  controllers: [TotpController],
  providers: [CodeProofs, TotpService, TotpSecrets],
  exports: [CodeProofs, TotpService],
})
export class TotpModule {}
