import type { EventContract } from '@likewell/contracts/core/define-event';
import type { DiscoveryService } from '@nestjs/core';
import { findDecorated } from '../telemetry/find-decorated.js';
import { EventConsumer } from './event-consumer.js';
import { EventInbox, type EventTools, type Handling } from './event-inbox.js';
import { EventReconciler } from './event-reconciler.js';
import {
  ON_EVENT,
  type Consumed,
  type EventHandler,
  type EventsHandler,
  type EventsPreparation,
} from './on-event.decorator.js';

type Contract = EventContract;
type Method = EventHandler<Contract> & EventsHandler<Contract> & EventsPreparation<Contract>;

/** A running part of a consumed subject, until it is stopped. */
interface Runner {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Finds every `@OnEvent`, `@OnEvents` and `@OnEventsPrepared` method among the service's providers. Makes for
 * each a consumer of the stream and a reconciler for the events that the stream did not deliver.
 */
export function findEventConsumers(discovery: DiscoveryService, tools: EventTools): Runner[] {
  return findDecorated<Consumed, Method>(discovery, ON_EVENT).flatMap(
    ({ value: { contract, how }, method }) => {
      const inbox = new EventInbox(contract, handlingOf(how, method), tools);
      const consumer = new EventConsumer(inbox, tools);
      return [consumer, new EventReconciler(inbox, () => consumer.behindMs(), tools)];
    },
  );
}

/** The subjects that the service's providers consume. */
export const findConsumedSubjects = (discovery: DiscoveryService): string[] =>
  findDecorated<Consumed, Method>(discovery, ON_EVENT).map(({ value: { contract } }) => contract.subject);

const MAX_TOGETHER = 64;

function handlingOf(how: Consumed['how'], method: Method): Handling {
  if (how === 'many') return { maxTogether: MAX_TOGETHER, within: method };
  if (how === 'prepared') return { maxTogether: MAX_TOGETHER, prepare: method };
  return { maxTogether: 1, isAlone: how === 'alone', within: ([data], tx) => method(data, tx) };
}
