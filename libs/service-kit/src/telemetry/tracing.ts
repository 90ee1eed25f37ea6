import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger.js';
import { currentContext, newContext, runInContext } from './request-context.js';

export type { Span } from '@opentelemetry/api';

/** Role of the process in a span: it serves a call, makes one, or takes an event. */
export type SpanRole = 'server' | 'client' | 'consumer';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = '-01';
/** Time for the last spans of a process that stops: the collector may be away. */
const LAST_SPANS_MS = 2000;

let tracer: Tracer | null = null;

/** Variables of a process that can export traces. */
export interface TracingConfig {
  /** URL of an OTLP collector over HTTP; while it is empty nothing is traced and no tracer is loaded. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  /** Share of all traces that is kept, from 0 to 1; the gateway decides for all processes behind it. */
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/**
 * Starts tracing if it is configured. Returns a function that stops it and sends the last spans: within 2 s,
 * after which they are dropped with a warning. That function never rejects.
 */
export async function startTracing(
  service: string,
  config: TracingConfig,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return () => Promise.resolve();
  const { openTracer } = await import('./open-tracer.js');
  const opened = openTracer(service, config);
  tracer = opened.tracer;
  return async () => {
    tracer = null;
    await Promise.race([opened.shutdown(), rejectAfter(LAST_SPANS_MS)]).catch((error: unknown) => {
      logger.warn({ err: error }, 'the last spans could not be sent');
    });
  };
}

/** True when this process exports traces. */
export const isTracing = (): boolean => tracer !== null;

/**
 * Runs `work` in a span of the request's trace; outside a traced request it only runs it. `failureOf` finds
 * the code of a failure in the result of `work`.
 */
export function inSpan<T>(
  role: SpanRole,
  name: string,
  work: () => Promise<T>,
  failureOf?: (result: T) => string | null,
): Promise<T> {
  const span = tracer && openSpan(role, name);
  return span ? runInSpan(span, work, failureOf) : work();
}

/** Opens a span under the current one, to be ended with {@link endSpan}; null outside a traced request. */
export function openSpan(role: SpanRole, name: string, attributes?: Attributes): Span | null {
  const parent = tracer && currentContext()?.traceparent;
  if (!parent?.endsWith(SAMPLED)) return null;
  return startSpan(role, name, parent, attributes);
}

/** Opens the first span of a request, in a trace of its own; null when nothing is traced. */
export function openRequestSpan(name: string, attributes: Attributes): Span | null {
  return startSpan('server', name, undefined, attributes);
}

/** Ends a span, as failed if a code is given; never with a message, which may contain what a member wrote. */
export function endSpan(span: Span, failure: string | null = null): void {
  if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end();
}

/** Returns the W3C `traceparent` of a span, for the next process. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** Returns the code of an error. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

async function rejectAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`the collector took longer than ${ms} ms`);
}

async function runInSpan<T>(
  span: Span,
  work: () => Promise<T>,
  failureOf?: (result: T) => string | null,
): Promise<T> {
  const context = { ...(currentContext() ?? newContext()), traceparent: traceparentOf(span) };
  try {
    const result = await runInContext(context, work);
    endSpan(span, failureOf?.(result));
    return result;
  } catch (error) {
    endSpan(span, codeOf(error));
    throw error;
  }
}

function startSpan(
  role: SpanRole,
  name: string,
  parent: string | undefined,
  attributes: Attributes = {},
): Span | null {
  if (!tracer) return null;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
  const above =
    traceId && spanId && flags
      ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) })
      : ROOT_CONTEXT;
  return tracer.startSpan(name, { kind: KINDS[role], attributes }, above);
}
