import { Module } from '@nestjs/common';
import { OwnProfilePresenter } from '../users/own-profile.presenter.js';
import { AuthController } from './auth.controller.js';
import { GoogleController } from './google.controller.js';
import { GoogleProofs } from './google-proofs.js';
import { GoogleStrategy } from './google.strategy.js';
import { NewSessions } from './new-sessions.js';
import { PasswordSealer } from './password-sealer.js';
import { PasswordStrategy } from './password.strategy.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SignInOrigin } from './sign-in-origin.js';
import { WalletSignInController } from './wallet-sign-in.controller.js';
import { WalletStrategy } from './wallet.strategy.js';

/** Registering, signing in by password, Google or wallet, and signing out. */
@Module({
  exports: [PasswordSealer, SignInOrigin],
  controllers: [AuthController, GoogleController, WalletSignInController, SecondFactorController],
  providers: [
    NewSessions,
    OwnProfilePresenter,
    PasswordSealer,
    SignInOrigin,
    PasswordStrategy,
    GoogleStrategy,
    GoogleProofs,
    WalletStrategy,
  ],
})
export class AuthModule {}
