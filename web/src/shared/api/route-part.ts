import type { Route, RouteRequest } from '@likewell/contracts/gateway/define-route';

type PartName = 'params' | 'query' | 'body';

/**
 * A part of the request to the route `R`: as its contract declares it, or empty when the contract has none.
 */
export type RoutePart<R extends Route, Name extends PartName> =
  unknown extends RouteRequest<R, Name> ? Partial<Record<Name, never>> : Record<Name, RouteRequest<R, Name>>;
