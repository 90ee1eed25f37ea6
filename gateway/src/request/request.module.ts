import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ActorVoucher } from './actor-voucher.js';
import { ConfirmationGuard } from './confirmation.guard.js';
import { Confirmations } from './confirmations.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimiter } from './rate-limiter.js';
import { RoleGuard } from './role.guard.js';
import { SessionGuard } from './session.guard.js';
import { SessionStore } from './session-store.js';
import { SessionStrategy } from './session.strategy.js';
import { SharedReads } from './shared-reads.js';

/**
 * The guards that every route passes, in this order; what each of them demands is declared at the route. They follow the
 * route that Fastify matched, so no spelling of a path goes around them.
 */
@Global()
@Module({
  imports: [PassportModule],
  providers: [
    ActorVoucher,
    Confirmations,
    SessionStore,
    SessionStrategy,
    RateLimiter,
    SharedReads,
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: RoleGuard },
    { provide: APP_GUARD, useClass: ConfirmationGuard },
  ],
  exports: [ActorVoucher, Confirmations, SessionStore, RateLimiter, SharedReads],
})
export class RequestModule {}
