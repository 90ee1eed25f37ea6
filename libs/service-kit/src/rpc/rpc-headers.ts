import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { newContext, type RequestContext } from '../telemetry/request-context.js';

const REQUEST_ID = 'Likewell-Request-Id';
const DEADLINE = 'Likewell-Deadline';
const ACTOR = 'Likewell-Actor';
const TRACEPARENT = 'traceparent';

/** Writes a request's context, with the deadline of this very call, into message headers. */
export function toHeaders(context: RequestContext, deadline: number): MsgHdrs {
  const result = headers();
  result.set(REQUEST_ID, context.requestId);
  result.set(TRACEPARENT, context.traceparent);
  result.set(DEADLINE, String(deadline));
  if (context.actor !== null) result.set(ACTOR, String(context.actor));
  return result;
}

/** Reads back what {@link toHeaders} wrote. */
export function fromHeaders(received: MsgHdrs | undefined): RequestContext {
  if (!received) return newContext();
  const actor = received.get(ACTOR);
  const deadline = received.get(DEADLINE);
  const requestId = received.get(REQUEST_ID);
  const traceparent = received.get(TRACEPARENT);
  return newContext({
    ...(requestId && { requestId }),
    ...(traceparent && { traceparent }),
    actor: actor ? Number(actor) : null,
    deadline: deadline ? Number(deadline) : null,
  });
}
