import { headers } from '@nats-io/transport-node';
import { newContext } from '../telemetry/request-context.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import { PeerClocks } from './peer-clocks.js';
import { fromHeaders, toHeaders } from './rpc-headers.js';

const NAME = 'Likewell-Context';
const budgetOf = (deadline: number | null) => (deadline ?? Infinity) - steadyNow();

/** Returns what is read of a call with 5 s left whose word at this place of the header is another. */
function readWith(place: number, word: string) {
  const sent = toHeaders(newContext(), steadyNow() + 5000)
    .get(NAME)
    .split(' ');
  const received = headers();
  received.append(NAME, sent.with(place, word).join(' '));
  return { sentId: sent[3], context: fromHeaders(received, new PeerClocks()) };
}

describe('the context of a call', () => {
  it('is read as it was written', () => {
    const { sentId, context } = readWith(7, '-');
    expect(context.requestId).toBe(sentId);
    expect(budgetOf(context.deadline)).toBeGreaterThan(4000);
    expect(budgetOf(context.deadline)).toBeLessThanOrEqual(5000);
  });

  it.each([
    ['deadline', 0, 'soon'],
    ['member', 1, 'somebody'],
    ['member', 1, ''],
    ['member', 1, '1.5'],
    ['budget', 4, 'NaN'],
    ['budget', 4, '5s'],
    ['budget', 4, 'Infinity'],
    ['budget', 4, ''],
    ['time of sending', 5, 'now'],
    ['time of sending', 5, ''],
  ])('is a new one where its %s is no number', (_what, place, word) => {
    const { sentId, context } = readWith(place, word);
    expect(context.requestId).not.toBe(sentId);
    expect(context.deadline).toEqual(newContext().deadline);
  });
});
