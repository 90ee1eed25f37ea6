import type { LogInOrigin, Origin } from '@likewell/contracts/auth/origin';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';
import { networksOf } from '../request/networks.js';
import { originOf, type From } from '../request/request-origin.js';

/** Tells auth where somebody signs in from. */
@Injectable()
export class SignInOrigin {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /** With the networks of its address and `LIMIT_REGISTER` of each: only auth finds out who becomes a member. */
  of(request: From): Origin {
    const { points, windowMs } = this.config.LIMIT_REGISTER;
    const registrations = networksOf(request.ip).map(({ name, factor }) => ({
      network: name,
      points: points * factor,
      windowMs,
    }));
    return { ...originOf(request), registrations };
  }

  /** Where a password is typed: only auth knows whose name it is, and who comes from there. */
  ofLogIn(request: From): LogInOrigin {
    const { LIMIT_LOGIN_ACCOUNT: guesses, LIMIT_LOGIN_STRANGERS: strangers } = this.config;
    return { ...originOf(request), guesses, strangers };
  }
}
