import type { EventContract } from '@likewell/contracts/kernel/define-event';
import type { DiscoveryService } from '@nestjs/core';
import { findDecorated } from '../boot/find-decorated.js';
import { EventConsumer, type EventTools } from './event-consumer.js';
import { ON_EVENT, type Consumed, type EventHandler, type EventsHandler } from './on-event.decorator.js';

type Method = EventHandler<EventContract> & EventsHandler<EventContract>;

/** Finds every `@OnEvent` and `@OnEvents` method among the service's controllers and makes a consumer for each. */
export function findEventConsumers(discovery: DiscoveryService, tools: EventTools): EventConsumer[] {
  return findDecorated<Consumed, Method>(discovery, ON_EVENT).map(({ value: { contract, many }, method }) => {
    if (many) return new EventConsumer(contract, method, MAX_TOGETHER, tools);
    return new EventConsumer(contract, ([data], tx) => method(data, tx), 1, tools);
  });
}

const MAX_TOGETHER = 64;
