import { consumerName } from '@likewell/contracts/core/bus-names';
import type { EventContract } from '@likewell/contracts/core/define-event';
import type { DiscoveryService } from '@nestjs/core';
import type { ServiceConfig } from '../config/config.js';
import { HOUR_MS, STREAM_MAX_BYTES } from '../config/event-defaults.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { EventBus } from './event-bus.js';
import { BusKeeper } from './bus-keeper.js';
import { KeptBus, type Durable } from './kept-bus.js';
import { EventCleaner } from './event-cleaner.js';
import { findConsumedSubjects, findEventConsumers } from './event-consumers.js';
import type { EventTools } from './event-inbox.js';
import { EventWatch } from './event-watch.js';
import { JetStreamBus } from './jetstream-bus.js';
import { OutboxRelay } from './outbox-relay.js';

export interface RunningEvents {
  /** True once the bus has been usable. */
  isReady(): boolean;
  /** Finishes the current events, and takes no others. */
  stopConsumers(): Promise<void>;
  /** Publishes the remaining events, and stops the rest. */
  stop(): Promise<void>;
}

export interface EventLimits {
  /** Number of failed attempts after which an event is set aside. */
  readonly maxAttempts: number;
  /**
   * Time for which an event may be under way before its absence counts as a gap, and the period of the look
   * for gaps.
   */
  readonly gapAfterMs: number;
}

/** 25 attempts take some 20 minutes. */
export const EVENT_LIMITS: EventLimits = { maxAttempts: 25, gapAfterMs: 5000 };

/** Dependencies of a consumer, except its bus. */
type Infrastructure = Omit<EventTools, 'service' | 'bus'>;

/** Returns the time in milliseconds for which a service's outbox keeps its events. */
export const retentionMsOf = (config: ServiceConfig): number => config.EVENT_RETENTION_HOURS * HOUR_MS;

/**
 * Runs {@link startEventsOn} JetStream.
 * @param kept events whose streams and consumers this service creates, if it is the one that does
 */
export function startEvents(
  service: string,
  config: ServiceConfig,
  discovery: DiscoveryService,
  infrastructure: Infrastructure & { readonly nats: Nats },
  kept: readonly EventContract[] | undefined,
): RunningEvents {
  const options = {
    replicas: config.STREAM_REPLICAS,
    maxBytes: { ...STREAM_MAX_BYTES, event: config.EVENT_STREAM_MAX_BYTES },
    retentionMs: retentionMsOf(config),
  };
  const { nats, logger } = infrastructure;
  const own = new JetStreamBus(nats, options);
  const startOn = (bus: EventBus) => startEventsOn(bus, service, config, discovery, infrastructure);
  if (kept !== undefined) {
    const keeper = new BusKeeper(kept, nats, options, logger);
    keeper.start();
    return beside(startOn(own), keeper);
  }
  // A process with an identity may only read streams and consumers.
  if (config.NATS_SEED === undefined) return startOn(own);
  const durables = findDurables(service, discovery);
  const bus = new KeptBus(own, nats, durables, logger);
  bus.start();
  return { ...beside(startOn(bus), bus), isReady: () => bus.isReady() };
}

/** Combines the running events with another part that stops together with them. */
function beside(running: RunningEvents, other: { stop(): Promise<void> }): RunningEvents {
  return {
    ...running,
    stop: async () => {
      await Promise.all([other.stop(), running.stop()]);
    },
  };
}

/** Starts everything that moves a service's events: relay, consumers, the look for gaps, cleaning and measuring. */
export function startEventsOn(
  bus: EventBus,
  service: string,
  config: ServiceConfig,
  discovery: DiscoveryService,
  infrastructure: Infrastructure,
): RunningEvents {
  const { database, logger, metrics } = infrastructure;
  const retentionMs = retentionMsOf(config);
  const relay = new OutboxRelay(database, bus, logger, metrics, retentionMs);
  const tools = { ...infrastructure, service, bus };
  const consumers = findEventConsumers(discovery, tools);
  const cleaner = new EventCleaner(database, logger, retentionMs);
  const names = findDurables(service, discovery).map(({ name }) => name);
  const watch = new EventWatch({ database, bus, relay, retentionMs, consumers: names, logger, metrics });
  for (const part of [relay, ...consumers, cleaner, watch]) part.start();
  return {
    isReady: () => true,
    stopConsumers: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
    stop: async () => {
      await Promise.all([cleaner.stop(), watch.stop()]);
      await relay.stop();
    },
  };
}

const findDurables = (service: string, discovery: DiscoveryService): Durable[] =>
  findConsumedSubjects(discovery).map((subject) => ({ name: consumerName(service, subject), subject }));
