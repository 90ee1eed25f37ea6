import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { newContext, type RequestContext } from '../telemetry/request-context.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { PeerClocks } from './peer-clocks.js';
import { thisProcess, type Sender } from './sender.js';

/** One header for all of it: the library's work for each costs more than ours for the text. */
const CONTEXT = 'Likewell-Context';
const NOBODY = '-';

/**
 * Writes a request's context, with the deadline of this very call (by `steadyNow`), into message headers.
 * Readers of version N−1 take the first four words and compare the first with their own clock.
 */
export function toHeaders(
  { requestId, traceparent, actor, actorToken }: RequestContext,
  deadline: number,
  sender: Sender = thisProcess,
): MsgHdrs {
  const now = steadyNow();
  const budgetMs = Math.round(deadline - now);
  const wall = Date.now() + sender.wallAheadMs;
  const steady = Math.round(now + sender.steadyAheadMs);
  const known = `${wall + budgetMs} ${actor ?? NOBODY} ${traceparent} ${requestId}`;
  const result = headers();
  result.append(CONTEXT, `${known} ${budgetMs} ${steady} ${sender.id} ${actorToken ?? NOBODY}`);
  return result;
}

/** Reads back what {@link toHeaders} wrote; the deadline is by our own steady clock, less the time on the way. */
export function fromHeaders(received: MsgHdrs | undefined, peers: PeerClocks): RequestContext {
  const [deadline, actor, traceparent, requestId, budgetMs, sentAt, sender, actorToken] =
    received?.get(CONTEXT).split(' ') ?? [];
  if (!deadline || !actor || !traceparent || !requestId) return newContext();
  const now = { steady: steadyNow(), wall: Date.now() };
  const wallDeadline = Number(deadline);
  let leftMs = wallDeadline - now.wall;
  if (budgetMs && sentAt && sender) {
    const budget = Number(budgetMs);
    const sent = { steady: Number(sentAt), wall: wallDeadline - budget };
    leftMs = budget - peers.wayOf(sender, sent, now);
  }
  return {
    requestId,
    traceparent,
    actor: actor === NOBODY ? null : Number(actor),
    actorToken: actorToken === undefined || actorToken === NOBODY ? null : actorToken,
    deadline: now.steady + leftMs,
  };
}
