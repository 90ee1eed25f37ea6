import { typedPassword } from '@likewell/contracts/auth/credentials';
import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import { Injectable } from '@nestjs/common';
import { PasswordChecker } from '../passwords/password-checker.js';
import { PasswordSeal } from '../passwords/password-seal.js';
import type { Prover, Settle } from './prover.js';

/** Proves an identity by the password. A wrong password counts as a guess, as at sign-in. */
@Injectable()
export class PasswordProver implements Prover<'password'> {
  constructor(
    private readonly seal: PasswordSeal,
    private readonly checker: PasswordChecker,
  ) {}

  async prove(memberId: number, proof: { readonly password: string }, origin: LogInOrigin): Promise<Settle> {
    return this.checker.checkOwn(memberId, this.seal.open(typedPassword, proof.password), origin);
  }
}
