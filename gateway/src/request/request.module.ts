import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ActorVoucher } from './actor-voucher.js';
import { ConfirmationGuard } from './confirmation.guard.js';
import { Confirmations } from './confirmations.js';
import { Moderators } from './moderators.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimiter } from './rate-limiter.js';
import { RoleGuard } from './role.guard.js';
import { SessionGuard } from './session.guard.js';
import { SessionStore } from './session-store.js';
import { SharedReads } from './shared-reads.js';

/**
 * Runs the guards that every route passes, in this order; each route declares what they require. They use the
 * route that Fastify matched, so no spelling of a path avoids them.
 */
@Global()
@Module({
  providers: [
    ActorVoucher,
    Confirmations,
    Moderators,
    SessionStore,
    RateLimiter,
    SharedReads,
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: RoleGuard },
    { provide: APP_GUARD, useClass: ConfirmationGuard },
  ],
  exports: [ActorVoucher, Confirmations, Moderators, SessionStore, RateLimiter, SharedReads],
})
export class RequestModule {}
