import type { LogInOrigin, Origin } from '@likewell/contracts/auth/origin';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';
import { networksOf } from '../request/networks.js';
import { originOf, type From } from '../request/request-origin.js';

/** Describes for auth where somebody signs in from. */
@Injectable()
export class SignInOrigin {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /** Includes the address's networks and the `LIMIT_REGISTER` of each: only auth finds out who registers. */
  of(request: From): Origin {
    const { points, windowMs } = this.config.LIMIT_REGISTER;
    const registrations = networksOf(request.ip).map(({ name, factor }) => ({
      network: name,
      points: points * factor,
      windowMs,
    }));
    return { ...originOf(request), registrations };
  }

  /** For sign-in by password: only auth knows whose name was typed, and which networks that member signs in from. */
  ofLogIn(request: From): LogInOrigin {
    const { LIMIT_LOGIN_ACCOUNT: guesses, LIMIT_LOGIN_STRANGERS: strangers } = this.config;
    return { ...originOf(request), guesses, strangers };
  }
}
