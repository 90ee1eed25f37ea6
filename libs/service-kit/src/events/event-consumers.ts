import type { EventContract } from '@likewell/contracts/kernel/define-event';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Database } from '../database/database.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { EventConsumer } from './event-consumer.js';
import { ON_EVENT, type EventHandler } from './on-event.decorator.js';

/** Finds every `@OnEvent` method among the service's controllers and makes a consumer for each. */
export function findEventConsumers(
  discovery: DiscoveryService,
  tools: { service: string; database: Database; nats: Nats; logger: Logger; metrics: Metrics },
): EventConsumer[] {
  const scanner = new MetadataScanner();
  const reflector = new Reflector();
  return discovery.getControllers().flatMap(({ instance }: { instance: unknown }) => {
    const controller = instance as Record<string, EventHandler<EventContract>>;
    return scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object).flatMap((name) => {
      const method = controller[name];
      const contract = method && reflector.get<EventContract | undefined>(ON_EVENT, method);
      if (!contract) return [];
      const { service, database, nats, logger, metrics } = tools;
      return [new EventConsumer(service, contract, method.bind(controller), database, nats, logger, metrics)];
    });
  });
}
