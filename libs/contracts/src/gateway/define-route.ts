import type { z } from 'zod';
import type { ErrorDefinition } from '../core/app-error.js';

/**
 * Callers of a route. `public` ignores any token, `optional` uses a token if one is sent, `member` needs one,
 * and `moderator` needs that of a moderator or an admin.
 */
export type RouteAccess = 'public' | 'optional' | 'member' | 'moderator';

/**
 * Kinds of use. Each kind has its own limit, set by a variable `LIMIT_…` of the gateway and counted by
 * member, or by network without one, unless `limitedBy` says otherwise.
 */
export type RouteLimit =
  | 'register'
  | 'login'
  | 'password'
  | 'mail'
  | 'photo'
  | 'tip'
  | 'deposit'
  | 'write'
  | 'read'
  | 'settings'
  | 'picture'
  | 'download'
  | 'draft'
  | 'check';

/** The only file that a route accepts, as multipart/form-data. */
export interface Upload {
  /** Name of the form's field. */
  readonly field: string;
  readonly maxBytes: number;
}

/**
 * A call of the HTTP API (spec, section 7): what the page sends, what it gets, and which errors are possible.
 * The page imports it to make the call; the build keeps only `method`, `path`, `access` and `upload` of it
 * (web/build/route-contracts.ts).
 */
export interface Route<
  Method extends string = string,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Access extends RouteAccess = RouteAccess,
> {
  readonly method: Method;
  /** Contains `:name` for each of `params`. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access;
  readonly limit: RouteLimit;
  /**
   * `session` if each session of a member has a limit of its own: a stolen session cannot use up what its
   * member needs to see and end it. `LIMIT_ALL_SESSIONS` limits all of them together.
   */
  readonly limitedBy?: 'session';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Replaces the body. */
  readonly upload?: Upload;
  readonly response: Response;
  /** Media type of a response that is not JSON. */
  readonly media?: string;
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** True if the response may also have status 202, in the same shape: the work then continues without the caller. */
  readonly mayRespondLater?: boolean;
  /** True if the call moves money and supports an `Idempotency-Key` header. */
  readonly idempotent?: boolean;
  /**
   * True if the route is opened in a pop-up window. It redirects, or returns an HTML page that posts
   * `answer`, or `{error}` with a sentence, to the window's opener.
   */
  readonly popup?: boolean;
  /**
   * True if the member must have confirmed their identity recently, in this session. Otherwise the gateway
   * returns 403 `CONFIRMATION_NEEDED`, and the page asks for a confirmation and repeats the call.
   */
  readonly confirm?: boolean;
  /**
   * True if the gateway may send a visitor the response that another visitor got up to a second ago, because
   * it is the same for everybody who is not signed in. Members always get a new one.
   */
  readonly cacheable?: boolean;
  /** True if the response has an ETag and `If-None-Match` may get 304, as of `cacheable` routes for a visitor. */
  readonly hasEtag?: boolean;
  readonly errors: readonly ErrorDefinition[];
}

type Schema<R extends Route, Part extends 'params' | 'query' | 'body'> = Extract<R[Part], z.ZodType>;

/** Type that the page passes for a part of the request. */
export type RouteRequest<R extends Route, Part extends 'params' | 'query' | 'body'> = z.input<
  Schema<R, Part>
>;
/** Validated type of that part in the gateway's handler. */
export type RouteInput<R extends Route, Part extends 'params' | 'query' | 'body'> = z.output<Schema<R, Part>>;
/** Type of the response, as the gateway sends it and the page reads it. */
export type RouteResponse<R extends Route> = z.output<R['response']>;

/** Declares a route; see {@link Route}. */
export function defineRoute<
  const Method extends 'GET' | 'POST' | 'PUT' | 'DELETE',
  const Path extends `/api/${string}`,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  const Access extends RouteAccess,
>(
  route: Omit<Route<Method, Path, Params, Query, Body, Response, Access>, 'errors'> & {
    errors?: readonly ErrorDefinition[];
  },
): Route<Method, Path, Params, Query, Body, Response, Access> {
  return { errors: [], ...route };
}
