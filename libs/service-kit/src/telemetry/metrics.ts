import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Interval at which the delay of the event loop is sampled; a sample includes the interval itself. The
 * library's default, 10 ms, cost each idle process half a percent of a core.
 */
const EVENT_LOOP_RESOLUTION_MS = 50;
const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let ofNode: Registry | undefined;

/** Node's own measures, one collection for the process: it observes garbage collections, and has no end. */
function nodeRegistry(): Registry {
  if (ofNode) return ofNode;
  ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode, eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS });
  // The library shows the average of several workers, in which one that is blocked would not be seen.
  const aggregator: Aggregator = 'max';
  Object.assign(ofNode.getSingleMetric('nodejs_eventloop_lag_p99_seconds') ?? {}, { aggregator });
  return ofNode;
}

/** The process's metrics. Labels are bounded: subjects and outcomes, never ids. */
export class Metrics {
  readonly registry = Registry.merge([nodeRegistry()]);

  readonly rpcServed = this.histogram(
    'likewell_rpc_served_seconds',
    'Calls served, by subject and outcome',
    LATENCY_BUCKETS_S,
    'subject',
    'outcome',
  );

  readonly rpcLate = this.counter(
    'likewell_rpc_late_total',
    'Calls that came after their deadline and were not started, by subject',
    'subject',
  );

  readonly httpServed = this.histogram(
    'likewell_http_served_seconds',
    'HTTP requests served, by route and status',
    LATENCY_BUCKETS_S,
    'route',
    'status',
  );

  readonly eventsHandled = this.counter(
    'likewell_events_handled_total',
    'Events consumed, by subject and outcome',
    'subject',
    'outcome',
  );

  readonly eventsRecovered = this.counter(
    'likewell_events_recovered_total',
    'Events that the stream had lost and their publisher sent, by subject',
    'subject',
  );

  readonly outboxPublished = this.counter(
    'likewell_outbox_published_total',
    'Outbox rows handed to the stream',
  );

  readonly eventDelay = this.histogram(
    'likewell_event_delay_seconds',
    'How old the oldest event was of those that a consumer took together, by subject',
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    'subject',
  );

  readonly eventsWaiting = this.gauge(
    'likewell_events_waiting',
    'Events in the stream that the consumer had not been given when it last took some, by subject',
    'subject',
  );

  /** Caches the children of label pairs: looking one up costs more than its observation, and there are few pairs. */
  private readonly children = new Map<string, Histogram.Internal<string>>();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  /** Counts a served call. */
  observeRpc(subject: string, outcome: string, seconds: number): void {
    this.child(this.rpcServed, subject, outcome).observe(seconds);
  }

  /** Counts a served HTTP request; `route` is its method and the path as declared. */
  observeHttp(route: string, status: number, seconds: number): void {
    this.child(this.httpServed, route, String(status)).observe(seconds);
  }

  /** Adds a counter. */
  counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /**
   * Adds a counter with the values of its one label: each is exported from the start, so that an alert sees
   * its first increase too.
   */
  countEach<Label extends string>(
    name: string,
    help: string,
    label: Label,
    values: readonly string[],
  ): Counter<Label> {
    const counter = this.counter(name, help, label);
    for (const value of values) counter.labels(value).inc(0);
    return counter;
  }

  /** Adds a histogram. @param buckets upper bounds, in the unit of the name */
  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ): Histogram<Label> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }

  /** Adds a gauge. */
  gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** Adds a gauge whose value is read only when the metrics are requested. */
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

  /**
   * Adds a gauge like {@link watch} with a few values distinguished by one label.
   * @param aggregator combines the values of several workers
   */
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
