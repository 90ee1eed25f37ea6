import { ActorSigner, type Actor } from '@likewell/service-kit/rpc/actor-token';
import { CONFIG } from '@likewell/service-kit/config/config';
import { currentContext, type RequestContext } from '@likewell/service-kit/telemetry/request-context';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';

/** Vouches to the services for the member who makes this request. */
@Injectable()
export class ActorVoucher {
  private readonly signer: ActorSigner | null;

  constructor(@Inject(CONFIG) { ACTOR_SEED: seed }: Pick<GatewayConfig, 'ACTOR_SEED'>) {
    this.signer = seed === undefined ? null : new ActorSigner(seed);
  }

  /** Makes the further calls of a request on behalf of this member, who has just proven their identity. */
  vouchFor(actor: Actor, context: RequestContext | undefined = currentContext()): void {
    if (!context) return;
    context.actor = actor.memberId;
    context.actorToken = this.signer?.tokenFor(actor) ?? null;
  }
}
