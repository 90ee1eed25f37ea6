import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The process's metrics. Labels are bounded: subjects and outcomes, never ids. */
export class Metrics {
  readonly registry = new Registry();

  readonly rpcServed = new Histogram({
    name: 'likewell_rpc_served_seconds',
    help: 'Calls served, by subject and outcome',
    labelNames: ['subject', 'outcome'] as const,
    buckets: LATENCY_BUCKETS_S,
    registers: [this.registry],
  });

  readonly httpServed = new Histogram({
    name: 'likewell_http_served_seconds',
    help: 'HTTP requests served, by route and status',
    labelNames: ['route', 'status'] as const,
    buckets: LATENCY_BUCKETS_S,
    registers: [this.registry],
  });

  readonly eventsHandled = new Counter({
    name: 'likewell_events_handled_total',
    help: 'Events consumed, by subject and outcome',
    labelNames: ['subject', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly outboxPublished = new Counter({
    name: 'likewell_outbox_published_total',
    help: 'Outbox rows handed to the stream',
    registers: [this.registry],
  });

  readonly outboxOldestSeconds = new Gauge({
    name: 'likewell_outbox_oldest_seconds',
    help: 'Age of the oldest outbox row that waits for the stream',
    registers: [this.registry],
  });

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
  }
}
