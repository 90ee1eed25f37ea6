import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { authConfig, type AuthConfig } from './config.js';
import { AccountOpener } from './domain/account-opener.js';
import { PasswordHasher } from './domain/password-hasher.js';
import { ChangeAvatarHandler } from './handlers/change-avatar.rpc.js';
import { ChangePasswordHandler } from './handlers/change-password.rpc.js';
import { ChangeUsernameHandler } from './handlers/change-username.rpc.js';
import { BeginGoogleSignInHandler } from './handlers/begin-google-sign-in.rpc.js';
import { BeginWalletSignInHandler } from './handlers/begin-wallet-sign-in.rpc.js';
import { DeleteExpiredGoogleAttemptsCron } from './handlers/delete-expired-google-attempts.cron.js';
import { DeleteExpiredSessionsCron } from './handlers/delete-expired-sessions.cron.js';
import { DeleteSpentWalletMessagesCron } from './handlers/delete-spent-wallet-messages.cron.js';
import { DeleteReleasedUsernamesCron } from './handlers/delete-released-usernames.cron.js';
import { EndSessionHandler } from './handlers/end-session.rpc.js';
import { FindAvatarHandler } from './handlers/find-avatar.rpc.js';
import { FindProfileHandler } from './handlers/find-profile.rpc.js';
import { FinishGoogleSignInHandler } from './handlers/finish-google-sign-in.rpc.js';
import { FinishWalletSignInHandler } from './handlers/finish-wallet-sign-in.rpc.js';
import { GetOwnProfileHandler } from './handlers/get-own-profile.rpc.js';
import { GetSessionHandler } from './handlers/get-session.rpc.js';
import { LogInHandler } from './handlers/log-in.rpc.js';
import { RegisterMemberHandler } from './handlers/register-member.rpc.js';
import { GoogleProvider } from './outside/google-provider.js';
import { SessionCache } from './storage/session-cache.js';

@Module({
  controllers: [
    RegisterMemberHandler,
    LogInHandler,
    BeginGoogleSignInHandler,
    FinishGoogleSignInHandler,
    BeginWalletSignInHandler,
    FinishWalletSignInHandler,
    GetSessionHandler,
    EndSessionHandler,
    GetOwnProfileHandler,
    FindProfileHandler,
    ChangePasswordHandler,
    ChangeUsernameHandler,
    ChangeAvatarHandler,
    FindAvatarHandler,
    DeleteExpiredSessionsCron,
    DeleteReleasedUsernamesCron,
    DeleteExpiredGoogleAttemptsCron,
    DeleteSpentWalletMessagesCron,
  ],
  providers: [PasswordHasher, AccountOpener, GoogleProvider, SessionCache],
})
class AuthModule {}

export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: authConfig,
  module: AuthModule,
};
