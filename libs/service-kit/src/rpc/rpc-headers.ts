import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { newContext, type RequestContext } from '../telemetry/request-context.js';

/** One header for all of it: the library's work for each costs more than ours for the text. */
const CONTEXT = 'Likewell-Context';
const NOBODY = '-';

/** Writes a request's context, with the deadline of this very call, into message headers. */
export function toHeaders({ requestId, traceparent, actor }: RequestContext, deadline: number): MsgHdrs {
  const result = headers();
  result.append(CONTEXT, `${deadline} ${actor ?? NOBODY} ${traceparent} ${requestId}`);
  return result;
}

/** Reads back what {@link toHeaders} wrote. */
export function fromHeaders(received: MsgHdrs | undefined): RequestContext {
  const [deadline, actor, traceparent, requestId] = received?.get(CONTEXT).split(' ') ?? [];
  if (!deadline || !actor || !traceparent || !requestId) return newContext();
  return {
    requestId,
    traceparent,
    actor: actor === NOBODY ? null : Number(actor),
    deadline: Number(deadline),
  };
}
