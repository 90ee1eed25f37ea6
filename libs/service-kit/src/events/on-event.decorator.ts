import type { EventContract, EventData } from '@likewell/contracts/kernel/define-event';
import { SetMetadata } from '@nestjs/common';
import type { Tx } from '../database/database.js';

export const ON_EVENT = Symbol('likewell:on-event');

/** Consumes an event inside the transaction that also writes the inbox row; throwing has it sent again. */
export type EventHandler<E extends EventContract> = (data: EventData<E>, tx: Tx) => Promise<void>;

/** Marks a controller's method as the handler of an event, of which a service has one per subject. */
export const OnEvent =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<EventHandler<E>>): void => {
    SetMetadata(ON_EVENT, contract)(target, key, descriptor);
  };
