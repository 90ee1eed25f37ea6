import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Module } from '@nestjs/common';
import { AddressesModule } from './addresses/addresses.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { authConfig, type AuthConfig } from './config.js';
import { ConfirmationsModule } from './confirmations/confirmations.module.js';
import { DeletionsModule } from './deletions/deletions.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { GoogleSignInModule } from './google-sign-in/google-sign-in.module.js';
import { MailModule } from './mail/mail.module.js';
import { MembersModule } from './members/members.module.js';
import { NetworksModule } from './networks/networks.module.js';
import { PasswordResetsModule } from './password-resets/password-resets.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { SecondFactorSignInModule } from './second-factor-sign-in/second-factor-sign-in.module.js';
import { SecurityEventsModule } from './security-events/security-events.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInMethodsModule } from './sign-in-methods/sign-in-methods.module.js';
import { TipLimitsModule } from './tip-limits/tip-limits.module.js';
import { TotpModule } from './totp/totp.module.js';
import { WalletSignInModule } from './wallet-sign-in/wallet-sign-in.module.js';

@Module({
  imports: [
    MembersModule,
    MailModule,
    NetworksModule,
    AvatarsModule,
    SecurityEventsModule,
    SessionsModule,
    PasswordsModule,
    AddressesModule,
    PasswordResetsModule,
    GoogleSignInModule,
    WalletSignInModule,
    ConfirmationsModule,
    SignInMethodsModule,
    TipLimitsModule,
    PasskeysModule,
    TotpModule,
    SecondFactorSignInModule,
    DeletionsModule,
    ExportsModule,
  ],
})
class AuthModule {}

export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: authConfig,
  module: AuthModule,
  outside: ({ GOOGLE_ISSUER }) => ({ GOOGLE_ISSUER }),
};
