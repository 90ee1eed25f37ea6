import type { LogInOrigin, Origin } from '@likewell/contracts/auth/origin';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';
import { networksOf } from '../request/networks.js';

/** Tells auth where somebody signs in from. */
@Injectable()
export class SignInOrigin {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /** The networks of an address, with `LIMIT_REGISTER` of each: only auth finds out who becomes a member. */
  of(address: string): Origin {
    const networks = networksOf(address);
    const { points, windowMs } = this.config.LIMIT_REGISTER;
    const registrations = networks.map(({ name, factor }) => ({
      network: name,
      points: points * factor,
      windowMs,
    }));
    return { network: networks[0].name, registrations };
  }

  /** The network of an address that a password is typed at: only auth knows whose name it is, and who comes from there. */
  ofLogIn(address: string): LogInOrigin {
    const { LIMIT_LOGIN_ACCOUNT: guesses, LIMIT_LOGIN_STRANGERS: strangers } = this.config;
    return { network: networksOf(address)[0].name, guesses, strangers };
  }
}
