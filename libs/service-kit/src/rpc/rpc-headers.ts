import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { newContext, type RequestContext } from '../telemetry/request-context.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { PeerClocks } from './peer-clocks.js';
import { thisProcess, type Sender } from './sender.js';

/** One header for everything: the library's work for each header costs more than ours for the text. */
const CONTEXT = 'Likewell-Context';
const NOBODY = '-';

/** Writes a request's context, with the deadline of this call (by `steadyNow`), into message headers. */
export function toHeaders(
  { requestId, traceparent, actor, actorToken }: RequestContext,
  deadline: number,
  sender: Sender = thisProcess,
): MsgHdrs {
  const now = steadyNow();
  const budgetMs = Math.round(deadline - now);
  const wall = Date.now() + sender.wallAheadMs;
  const steady = Math.round(now + sender.steadyAheadMs);
  const request = `${actor ?? NOBODY} ${traceparent} ${requestId}`;
  const timing = `${budgetMs} ${steady} ${sender.id}`;
  const result = headers();
  result.append(CONTEXT, `${wall + budgetMs} ${request} ${timing} ${actorToken ?? NOBODY}`);
  return result;
}

/** Reads what {@link toHeaders} wrote; the deadline is converted to our own steady clock, less the transit time. */
export function fromHeaders(received: MsgHdrs | undefined, peers: PeerClocks): RequestContext {
  const [deadline, actor, traceparent, requestId, budgetMs, sentAt, sender, actorToken] =
    received?.get(CONTEXT).split(' ') ?? [];
  if (!traceparent || !requestId || !sender || !actorToken) return newContext();
  const now = { steady: steadyNow(), wall: Date.now() };
  const budget = wholeNumber(budgetMs);
  const sent = { steady: wholeNumber(sentAt), wall: wholeNumber(deadline) - budget };
  const memberId = actor === NOBODY ? null : wholeNumber(actor);
  // What is no number has no deadline, would teach us a wrong clock of its sender, and is no member.
  if ([sent.steady, sent.wall, memberId].includes(NaN)) return newContext();
  return {
    requestId,
    traceparent,
    actor: memberId,
    actorToken: actorToken === NOBODY ? null : actorToken,
    deadline: now.steady + budget - peers.wayOf(sender, sent, now),
  };
}

/** Returns the number that a word is in decimal digits, or NaN; `Number` alone takes an empty word for 0. */
const wholeNumber = (word = ''): number => (/^-?\d{1,15}$/.test(word) ? Number(word) : NaN);
