import type { z } from 'zod';
import type { ErrorDefinition } from '../core/app-error.js';

/**
 * Who may call a route. `public` ignores any token, `optional` honours one that is sent, `member` needs one, and
 * `moderator` needs that of a moderator or an admin.
 */
export type RouteAccess = 'public' | 'optional' | 'member' | 'moderator';

/**
 * What kind of use a route is: each kind has a limit of its own, counted by member, or by network without one. The
 * gateway's variables `LIMIT_…` say how much of it is allowed.
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
  | 'picture'
  | 'draft'
  | 'check';

/** The one file that a route takes as multipart/form-data. */
export interface Upload {
  /** Of the form. */
  readonly field: string;
  readonly maxBytes: number;
}

/**
 * One call of the HTTP API (spec, section 7): what the page sends, what it gets, what can go wrong. The page imports it
 * to call it, and is built with `method`, `path`, `access` and `upload` alone (web/build/route-contracts.ts).
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
  /** With `:name` for each of `params`. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access;
  readonly limit: RouteLimit;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** In place of a body. */
  readonly upload?: Upload;
  readonly response: Response;
  /** The response's media type where it is no JSON. */
  readonly media?: string;
  /** Of a success; 200 when absent. */
  readonly status?: 200 | 201 | 202;
  /** True when it may also answer 202, in the same shape: what was asked for goes on without the caller. */
  readonly mayRespondLater?: boolean;
  /** True when the call moves money and honours an `Idempotency-Key` header. */
  readonly idempotent?: boolean;
  /**
   * True when it is opened in a pop-up window: it redirects, or answers a page of HTML that posts `answer`,
   * or `{error}` with a sentence, to the window's opener.
   */
  readonly popup?: boolean;
  /**
   * True when the member must have shown lately, in this session, that it is them: the gateway answers 403
   * `CONFIRMATION_NEEDED` otherwise, and the page asks and calls again.
   */
  readonly confirm?: boolean;
  /**
   * True when the gateway may answer a visitor with what it answered another one up to a second ago: it is the same for
   * everybody who is not signed in. Members always get it anew.
   */
  readonly cacheable?: boolean;
  readonly errors: readonly ErrorDefinition[];
}

type Schema<R extends Route, Part extends 'params' | 'query' | 'body'> = Extract<R[Part], z.ZodType>;

/** What the page passes for a part of the request. */
export type RouteRequest<R extends Route, Part extends 'params' | 'query' | 'body'> = z.input<
  Schema<R, Part>
>;
/** What the gateway's handler receives of it, validated. */
export type RouteInput<R extends Route, Part extends 'params' | 'query' | 'body'> = z.output<Schema<R, Part>>;
/** What the gateway answers and the page reads. */
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
