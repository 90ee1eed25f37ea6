import type { Route, RouteAnswer, RouteRequest } from '@likewell/contracts/gateway/define-route';
import { dropSession, getSession } from '../session/session-store';
import { ApiError } from './api-error';
import { buildUrl } from './build-url';
import { takeEarlyAnswer } from './early-answer';

const DEADLINE_MS = 15_000;

interface SendOptions {
  /** Sends the session's token, if there is one. */
  bearer?: boolean;
  signal?: AbortSignal;
  deadlineMs?: number;
  /** In place of a body, for a route that takes a file. */
  form?: FormData;
  /** Makes a repeated write of money count once. */
  idempotencyKey?: string;
  cache?: RequestCache;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

type PartName = 'params' | 'query' | 'body';

type Part<R extends Route, Name extends PartName> =
  unknown extends RouteRequest<R, Name> ? Partial<Record<Name, never>> : Record<Name, RouteRequest<R, Name>>;

/** What {@link call} needs for the route `R`: its literal method and path, and the parts it declares. */
type CallOptions<R extends Route> = SendOptions &
  Pick<R, 'method' | 'path'> &
  Part<R, 'params'> &
  Part<R, 'query'> &
  Part<R, 'body'>;

/** A call of any route, as it is sent. */
type AnyCall = SendOptions & Record<'method' | 'path', string> & Partial<Record<PartName, unknown>>;

/**
 * Calls the gateway, typed by the route's contract: `call<typeof likePost>({ method: 'POST', … })`.
 * A 401 to a call that carried the session's token ends the session.
 * @throws ApiError for anything but a success with a JSON object
 */
export async function call<R extends Route>(options: CallOptions<R>): Promise<RouteAnswer<R>> {
  const token = options.bearer ? getSession().token : null;
  const response = await send(options, token);
  const answer = await readObject(response);
  if (response.ok && answer !== null) return answer as RouteAnswer<R>;
  if (response.status === 401 && token !== null) dropSession(token);
  throw new ApiError(response.status, textOf(answer?.error), textOf(answer?.code));
}

async function send(options: AnyCall, token: string | null): Promise<Response> {
  const url = buildUrl(options);
  const early = await takeEarlyAnswer(url);
  if (early) return early;
  const headers = new Headers({ Accept: 'application/json', traceparent: newTraceparent() });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  // Calls without a body say so too (spec, section 7).
  if (options.body !== undefined || options.method === 'POST')
    headers.set('Content-Type', 'application/json');
  const deadline = AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS);
  try {
    return await fetch(url, {
      method: options.method,
      headers,
      body: options.body === undefined ? options.form : JSON.stringify(options.body),
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
      credentials: 'omit',
      cache: options.cache,
      keepalive: options.keepalive,
    });
  } catch (cause) {
    throw noAnswer(cause);
  }
}

/** Names the call's trace (W3C), by which it is found in the logs and traces of every process. */
function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${digits.slice(0, 32)}-${digits.slice(32)}-01`;
}

/** The answer's JSON object; null for any other content. */
async function readObject(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await response.text());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw noAnswer(cause);
  }
}

const noAnswer = (cause: unknown) => new ApiError(0, '', '', { cause });
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
