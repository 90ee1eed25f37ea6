import type { EventContract } from '@likewell/contracts/kernel/define-event';
import type { DiscoveryService } from '@nestjs/core';
import { findDecorated } from '../boot/find-decorated.js';
import { EventConsumer, type EventTools } from './event-consumer.js';
import { ON_EVENT, type EventHandler } from './on-event.decorator.js';

/** Finds every `@OnEvent` method among the service's controllers and makes a consumer for each. */
export function findEventConsumers(discovery: DiscoveryService, tools: EventTools): EventConsumer[] {
  return findDecorated<EventContract, EventHandler<EventContract>>(discovery, ON_EVENT).map(
    ({ value, method }) => new EventConsumer(value, method, tools),
  );
}
