import { defineRpc } from '@likewell/contracts/core/define-rpc';
import type { Msg } from '@nats-io/transport-node';
import { z } from 'zod';
import { createLogger } from '../telemetry/logger.js';
import { Metrics } from '../telemetry/metrics.js';
import { StrayMessages } from './stray-messages.js';

const say = defineRpc({ subject: 'rpc.echo.say', input: z.object({}), output: z.object({}) });

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
    const lines: string[] = [];
    const metrics = new Metrics('test');
    const stray = new StrayMessages(
      createLogger('test', 'info', { write: (line) => lines.push(line) }),
      metrics,
    );
    stray.expect(say.subject);
    expect(stray.drops(say, { subject, reply } as Msg)).toBe(dropped);
    const count = `likewell_rpc_stray_total{subject="rpc.echo.say",service="test"} ${dropped ? 1 : 0}`;
    expect(await metrics.registry.metrics()).toContain(count);
    expect(lines).toHaveLength(dropped ? 1 : 0);
  },
);
