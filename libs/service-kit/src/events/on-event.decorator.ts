import type { EventContract, EventData } from '@likewell/contracts/kernel/define-event';
import { SetMetadata } from '@nestjs/common';
import type { Tx } from '../database/database.js';

export const ON_EVENT = Symbol('likewell:on-event');

/** What a decorated method consumes: one event a transaction, or as many as wait. */
export interface Consumed {
  readonly contract: EventContract;
  readonly many: boolean;
}

/** Consumes an event inside the transaction that also writes the inbox row; throwing has it sent again. */
export type EventHandler<E extends EventContract> = (data: EventData<E>, tx: Tx) => Promise<void>;

/** Consumes those that wait, in their order; when it throws, each is handed over again by itself. */
export type EventsHandler<E extends EventContract> = (data: EventData<E>[], tx: Tx) => Promise<void>;

/** Marks a controller's method as the handler of an event, of which a service has one per subject. */
export const OnEvent =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventHandler<E>>): void => {
    SetMetadata(ON_EVENT, { contract, many: false } satisfies Consumed)(target, key, descriptor);
  };

/** {@link OnEvent} for news that come by the dozen and cost less together. */
export const OnEvents =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventsHandler<E>>): void => {
    SetMetadata(ON_EVENT, { contract, many: true } satisfies Consumed)(target, key, descriptor);
  };
