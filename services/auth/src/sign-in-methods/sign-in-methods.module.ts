import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { WalletSignInModule } from '../wallet-sign-in/wallet-sign-in.module.js';
import { SignInMethodAdder } from './sign-in-method-adder.js';
import { SignInMethodsController } from './sign-in-methods.controller.js';
import { SignInMethodsService } from './sign-in-methods.service.js';

/** Sign-in methods of members: listed, added and removed, but never the last one. */
@Module({
  imports: [PasswordsModule, WalletSignInModule],
  controllers: [SignInMethodsController],
  providers: [SignInMethodsService, SignInMethodAdder],
})
export class SignInMethodsModule {}
