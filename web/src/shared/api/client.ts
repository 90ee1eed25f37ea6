import type { Route, RouteResponse } from '@likewell/contracts/gateway/define-route';
import { dropSession, getSession } from '../session/session-store';
import { importPart } from '../ui/import-part';
import { ApiError } from './api-error';
import { buildUrl } from './build-url';
import { takeEarlyResponse } from './early-response';
import type { RoutePart } from './route-part';

const DEADLINE_MS = 15_000;

/** Error code of a call that needs a confirmation of the member's identity first. */
export const CONFIRMATION_NEEDED = 'CONFIRMATION_NEEDED';

interface SendOptions {
  signal?: AbortSignal;
  deadlineMs?: number;
  /** The upload in place of a body, for a route that takes one. */
  file?: File;
  /** Makes a repeated transfer of money count once. */
  idempotencyKey?: string;
  cache?: RequestCache;
  /** Lets the request continue after the page is closed. */
  keepalive?: boolean;
  /** Session in place of this browser's. */
  token?: string;
  /** True after the member has confirmed, so that one call asks for it only once. */
  isConfirmed?: boolean;
}

/** The options of {@link call} for the route `R`. */
type CallOptions<R extends Route> = SendOptions &
  RoutePart<R, 'params'> &
  RoutePart<R, 'query'> &
  RoutePart<R, 'body'>;

/**
 * Calls the gateway by a route's contract: `call(likePost, { params, body, idempotencyKey })`. The session's
 * token is sent if there is one and the route uses it; a 401 to a call with a token ends the session. When
 * the server requires a confirmation of the member's identity, the member is asked, and the call is repeated,
 * unless another member has signed in meanwhile.
 * @throws ApiError for anything but a success with a JSON object that `isUsable`
 */
export async function call<R extends Route>(
  route: R,
  options: CallOptions<R>,
  isUsable?: (body: Record<string, unknown>) => boolean,
): Promise<RouteResponse<R>> {
  return readBody<R>(await respond(route, options), isUsable);
}

/**
 * Returns when the server sent this response, in ms by its own clock, or by the page's where it does not say. Whoever
 * compares a time of the server needs it: a person's clock may be wrong by hours.
 */
export const serverTime = ({ headers }: Response): number =>
  Date.parse(headers.get('Date') ?? '') || Date.now();

/** Reads a response of {@link respond}. @throws ApiError for anything but a JSON object that `isUsable` */
export async function readBody<R extends Route>(
  response: Response,
  isUsable: (body: Record<string, unknown>) => boolean = () => true,
): Promise<RouteResponse<R>> {
  const body = await readObject(response);
  if (body !== null && isUsable(body)) return body as RouteResponse<R>;
  throw new ApiError(response.status);
}

/**
 * Does the same as {@link call} for a route that returns a list, complete or as a page. @throws ApiError also
 * for a success without `items`
 */
export const callList = <R extends Route>(route: R, options: CallOptions<R>): Promise<RouteResponse<R>> =>
  call(route, options, ({ items }) => Array.isArray(items));

/**
 * Does the same as {@link call} without reading the response, for a route that returns no JSON, or for
 * its headers. @throws ApiError for anything but a success
 */
export async function respond<R extends Route>(route: R, options: CallOptions<R>): Promise<Response> {
  const token = route.access === 'public' ? null : (options.token ?? getSession().token);
  const response = await send(route, buildUrl(route, options), token, options);
  if (response.ok) return response;
  const body = await readObject(response);
  if (response.status === 401 && token !== null) dropSession(token);
  const error = new ApiError(response.status, textOf(body?.error), textOf(body?.code), {
    details: body?.details,
  });
  if (error.code !== CONFIRMATION_NEEDED || options.isConfirmed) throw error;
  const isConfirmed = await hasConfirmed(body?.details);
  // A request of one member must not be repeated as another.
  if (!isConfirmed || getSession().token !== token) throw error;
  return respond(route, { ...options, isConfirmed });
}

/**
 * Asks the member to confirm their identity. The code for it is loaded at its first use, to keep
 * it out of the first load.
 */
async function hasConfirmed(details: unknown): Promise<boolean> {
  const part = await importPart(() => import('../dialogs/ask-again')).catch(() => null);
  return part?.askAgain(details) ?? false;
}

async function send(
  { method, upload }: Route,
  url: string,
  token: string | null,
  options: SendOptions & { body?: unknown },
): Promise<Response> {
  // The early request was made as a visitor.
  const early = token === null ? await takeEarlyResponse(url) : null;
  if (early) return early;
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  // Calls without a body send it too (spec, section 7).
  if (options.body !== undefined || method === 'POST') headers.set('Content-Type', 'application/json');
  try {
    return await fetch(url, {
      method,
      headers,
      body: upload ? formWith(upload.field, options.file) : JSON.stringify(options.body),
      signal: withDeadline(options),
      credentials: 'omit',
      cache: options.cache,
      keepalive: options.keepalive,
    });
  } catch (cause) {
    throw noResponse(cause);
  }
}

/**
 * Returns a signal that is aborted with the caller's, or at the deadline; after that it follows the
 * caller's no longer.
 */
function withDeadline({ signal, deadlineMs = DEADLINE_MS }: SendOptions): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { signal: controller.signal });
  setTimeout(abort, deadlineMs);
  return controller.signal;
}

function formWith(field: string, file: File | undefined): FormData {
  const form = new FormData();
  if (file) form.set(field, file);
  return form;
}

/** Returns the response's JSON object; null for any other content. */
async function readObject(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await response.text());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw noResponse(cause);
  }
}

const noResponse = (cause: unknown) => new ApiError(0, '', '', { cause });
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
