import type { EventContract, EventData } from '@likewell/contracts/core/define-event';
import { SetMetadata } from '@nestjs/common';
import type { Tx } from '../database/database.js';

export const ON_EVENT = Symbol('likewell:on-event');

/** Subject that a decorated method consumes, and how many events at a time. */
export interface Consumed {
  readonly contract: EventContract;
  /**
   * How events are handed over: `one` a call, and in a repair many calls in one transaction; one `alone` in
   * its transaction; `many`, all that wait; or `prepared` before the transaction.
   */
  readonly how: 'one' | 'alone' | 'many' | 'prepared';
}

/** Consumes an event inside the transaction that also writes the inbox row; an exception causes a redelivery. */
export type EventHandler<E extends EventContract> = (data: EventData<E>, tx: Tx) => Promise<void>;

/** Consumes the waiting events in their order; when it throws, each is handed over again by itself. */
export type EventsHandler<E extends EventContract> = (data: EventData<E>[], tx: Tx) => Promise<void>;

/**
 * Does, before any transaction, the work that waits for an outside service, and returns the work that is left
 * for the transaction that writes the inbox rows. Another replica may have handled the same events meanwhile;
 * the preparation is then discarded, so it must change nothing.
 */
export type EventsPreparation<E extends EventContract> = (
  data: EventData<E>[],
) => Promise<(tx: Tx) => Promise<void>>;

/**
 * Marks a provider's method as the handler of an event; a service has one per subject.
 * @param options alone: each event has a transaction of its own, even in a repair, since the handler takes
 *   locks that others wait for
 */
export const OnEvent =
  <E extends EventContract>(contract: E, { alone = false }: { readonly alone?: boolean } = {}) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventHandler<E>>): void => {
    const consumed = { contract, how: alone ? 'alone' : 'one' } satisfies Consumed;
    SetMetadata(ON_EVENT, consumed)(target, key, descriptor);
  };

/** Marks a handler like {@link OnEvent}, for frequent events that cost less when handled together. */
export const OnEvents =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventsHandler<E>>): void => {
    SetMetadata(ON_EVENT, { contract, how: 'many' } satisfies Consumed)(target, key, descriptor);
  };

/** Marks a handler like {@link OnEvents}, for work that calls an outside service, which no transaction waits for. */
export const OnEventsPrepared =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventsPreparation<E>>): void => {
    SetMetadata(ON_EVENT, { contract, how: 'prepared' } satisfies Consumed)(target, key, descriptor);
  };
