import { defineRpc } from '@likewell/contracts/core/define-rpc';
import type { Msg } from '@nats-io/transport-node';
import { z } from 'zod';
import { createLogger } from '../telemetry/logger.js';
import { Metrics } from '../telemetry/metrics.js';
import { StrayMessages } from './stray-messages.js';

const say = defineRpc({ subject: 'rpc.echo.say', input: z.object({}), output: z.object({}) });
const EVENT = 'event.auth.told';
const CONSUMER = 'EVENTS.posts_event_auth_told';

let lines: { pulledBy?: string; messages: number }[];
let metrics: Metrics;
let stray: StrayMessages;

beforeEach(() => {
  lines = [];
  metrics = new Metrics('test');
  const log = createLogger('test', 'info', {
    write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
  stray = new StrayMessages(log, metrics);
  stray.expect(say.subject);
});
afterEach(() => vi.restoreAllMocks());

it.each([
  { what: 'a call', subject: say.subject, reply: '_INBOX_gateway.echo.random.0-1', dropped: false },
  {
    what: 'a call of the version before',
    subject: say.subject,
    reply: '_INBOX_gateway.random.0-1',
    dropped: false,
  },
  {
    what: 'what keeps another subject',
    subject: 'event.posts.told',
    reply: '_INBOX_gateway.a.b',
    dropped: true,
  },
  { what: 'what asks for a reply elsewhere', subject: say.subject, reply: 'rpc.other.say', dropped: true },
  { what: 'what asks for no reply', subject: say.subject, reply: undefined, dropped: true },
])(
  'drops and counts what nobody sent as a call: $what is dropped: $dropped',
  async ({ subject, reply, dropped }) => {
    expect(stray.drops(say, { subject, reply } as Msg)).toBe(dropped);
    const count = `likewell_rpc_stray_total{subject="rpc.echo.say",service="test"} ${dropped ? 1 : 0}`;
    expect(await metrics.registry.metrics()).toContain(count);
    expect(lines).toHaveLength(dropped ? 1 : 0);
  },
);

it.each([
  { what: 'an event', subject: EVENT, reply: `$JS.ACK.${CONSUMER}.1.1.1.1.0`, pulledBy: 'posts' },
  {
    what: 'an event, with a domain and an account',
    subject: EVENT,
    reply: `$JS.ACK.my_domain.account.${CONSUMER}.1.1.1.1.0`,
    pulledBy: 'posts',
  },
  { what: 'nothing', subject: say.subject, reply: `$JS.ACK.${CONSUMER}.1.1.1.1.0`, pulledBy: undefined },
  { what: 'a confirmation', subject: say.subject, reply: undefined, pulledBy: undefined },
])('names who pulled, and not who told: $what', ({ subject, reply, pulledBy }) => {
  stray.drops(say, { subject, reply } as Msg);
  expect(lines.map((line) => line.pulledBy)).toEqual([pulledBy]);
});

it('has one line per second and puller tell of a thousand messages', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1e6);
  const drop = (times: number, subject: string) => {
    for (let message = 0; message < times; message += 1)
      stray.drops(say, { subject, reply: `$JS.ACK.${CONSUMER}.1.1.1.1.0` } as Msg);
  };
  drop(1000, say.subject);
  drop(1, EVENT);
  now.mockReturnValue(1e6 + 1000);
  drop(1, say.subject);
  expect(lines.map(({ pulledBy, messages }) => [pulledBy, messages])).toEqual([
    [undefined, 1],
    ['posts', 1],
    [undefined, 1000],
  ]);
});
