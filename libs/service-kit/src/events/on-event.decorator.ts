import type { EventContract, EventData } from '@likewell/contracts/core/define-event';
import { SetMetadata } from '@nestjs/common';
import type { Tx } from '../database/database.js';

export const ON_EVENT = Symbol('likewell:on-event');

/** What a decorated method consumes, and how many events of it at a time. */
export interface Consumed {
  readonly contract: EventContract;
  /**
   * `one` a call, and in a repair many calls a transaction; one `alone` in its transaction; as `many` as wait; or those that
   * are `prepared` before it.
   */
  readonly how: 'one' | 'alone' | 'many' | 'prepared';
}

/** Consumes an event inside the transaction that also writes the inbox row; throwing has it sent again. */
export type EventHandler<E extends EventContract> = (data: EventData<E>, tx: Tx) => Promise<void>;

/** Consumes those that wait, in their order; when it throws, each is handed over again by itself. */
export type EventsHandler<E extends EventContract> = (data: EventData<E>[], tx: Tx) => Promise<void>;

/**
 * Does, before any transaction, what has to wait for somebody outside, and answers what is left to do in the one that
 * writes the inbox rows. Another replica may have handled the same events meanwhile, or be about to: what is prepared
 * is thrown away then, so preparing changes nothing.
 */
export type EventsPreparation<E extends EventContract> = (
  data: EventData<E>[],
) => Promise<(tx: Tx) => Promise<void>>;

/**
 * Marks a provider's method as the handler of an event, of which a service has one per subject.
 * @param options alone: one has a transaction of its own also where the stream lost many, since it takes what others wait for
 */
export const OnEvent =
  <E extends EventContract>(contract: E, { alone = false }: { readonly alone?: boolean } = {}) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventHandler<E>>): void => {
    const consumed = { contract, how: alone ? 'alone' : 'one' } satisfies Consumed;
    SetMetadata(ON_EVENT, consumed)(target, key, descriptor);
  };

/** {@link OnEvent} for news that come by the dozen and cost less together. */
export const OnEvents =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventsHandler<E>>): void => {
    SetMetadata(ON_EVENT, { contract, how: 'many' } satisfies Consumed)(target, key, descriptor);
  };

/** {@link OnEvents} for what asks somebody outside, which no transaction waits for. */
export const OnEventsPrepared =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventsPreparation<E>>): void => {
    SetMetadata(ON_EVENT, { contract, how: 'prepared' } satisfies Consumed)(target, key, descriptor);
  };
