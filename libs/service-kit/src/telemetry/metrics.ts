import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * How often the delay of the event loop is sampled; a sample holds the wait for it. Every 10 ms, the library's default, took each process
 * half a percent of a core at rest.
 */
const EVENT_LOOP_RESOLUTION_MS = 50;
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

  readonly rpcLate = new Counter({
    name: 'likewell_rpc_late_total',
    help: 'Calls that came after their deadline and were not started, by subject',
    labelNames: ['subject'] as const,
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

  readonly eventsRecovered = new Counter({
    name: 'likewell_events_recovered_total',
    help: 'Events that the stream had lost and their publisher sent, by subject',
    labelNames: ['subject'] as const,
    registers: [this.registry],
  });

  readonly outboxPublished = new Counter({
    name: 'likewell_outbox_published_total',
    help: 'Outbox rows handed to the stream',
    registers: [this.registry],
  });

  readonly eventDelay = new Histogram({
    name: 'likewell_event_delay_seconds',
    help: 'How old the oldest event was of those that a consumer took together, by subject',
    labelNames: ['subject'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    registers: [this.registry],
  });

  readonly eventsWaiting = new Gauge({
    name: 'likewell_events_waiting',
    help: 'Events in the stream that the consumer had not been given when it last took some, by subject',
    labelNames: ['subject'] as const,
    registers: [this.registry],
  });

  /** Looking up the child of two labels costs more than its observation; there are few pairs. */
  private readonly children = new Map<string, Histogram.Internal<string>>();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({
      register: this.registry,
      eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS,
    });
  }

  /** Counts a call served. */
  observeRpc(subject: string, outcome: string, seconds: number): void {
    this.child(this.rpcServed, subject, outcome).observe(seconds);
  }

  /** Counts an HTTP request served; `route` is its method and the path as declared. */
  observeHttp(route: string, status: number, seconds: number): void {
    this.child(this.httpServed, route, String(status)).observe(seconds);
  }

  /** A number that is looked up when somebody asks for the metrics, and costs nothing until then. */
  watch(name: string, help: string, read: () => number): void {
    const registers = [this.registry];
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  /** {@link watch} for a few numbers that one label tells apart; `aggregator`: what they are of several workers together. */
  watchEach(
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>>,
    aggregator: Aggregator = 'sum',
  ): void {
    const registers = [this.registry];
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      aggregator,
      collect() {
        for (const [key, value] of Object.entries(read())) this.labels(key).set(value);
      },
    });
  }

  private child<Label extends string>(
    histogram: Histogram<Label>,
    first: string,
    second: string,
  ): Histogram.Internal<string> {
    const key = `${first} ${second}`;
    const known = this.children.get(key);
    if (known) return known;
    const child = histogram.labels(first, second);
    this.children.set(key, child);
    return child;
  }
}
