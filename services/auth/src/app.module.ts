import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { authConfig, type AuthConfig } from './config.js';
import { PasswordHasher } from './domain/password-hasher.js';
import { DeleteExpiredSessionsCron } from './handlers/delete-expired-sessions.cron.js';
import { EndSessionHandler } from './handlers/end-session.rpc.js';
import { FindProfileHandler } from './handlers/find-profile.rpc.js';
import { GetOwnProfileHandler } from './handlers/get-own-profile.rpc.js';
import { GetSessionHandler } from './handlers/get-session.rpc.js';
import { LogInHandler } from './handlers/log-in.rpc.js';
import { RegisterMemberHandler } from './handlers/register-member.rpc.js';
import { SessionCache } from './storage/session-cache.js';

@Module({
  controllers: [
    RegisterMemberHandler,
    LogInHandler,
    GetSessionHandler,
    EndSessionHandler,
    GetOwnProfileHandler,
    FindProfileHandler,
    DeleteExpiredSessionsCron,
  ],
  providers: [PasswordHasher, SessionCache],
})
class AuthModule {}

export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: authConfig,
  module: AuthModule,
};
