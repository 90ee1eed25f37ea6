import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Module } from '@nestjs/common';
import { AvatarsModule } from './avatars/avatars.module.js';
import { authConfig, type AuthConfig } from './config.js';
import { GoogleSignInModule } from './google-sign-in/google-sign-in.module.js';
import { MembersModule } from './members/members.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { SecurityEventsModule } from './security-events/security-events.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { WalletSignInModule } from './wallet-sign-in/wallet-sign-in.module.js';

@Module({
  imports: [
    MembersModule,
    AvatarsModule,
    SecurityEventsModule,
    SessionsModule,
    PasswordsModule,
    GoogleSignInModule,
    WalletSignInModule,
  ],
})
class AuthModule {}

export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: authConfig,
  module: AuthModule,
  outside: ({ GOOGLE_ISSUER }) => ({ GOOGLE_ISSUER }),
};
