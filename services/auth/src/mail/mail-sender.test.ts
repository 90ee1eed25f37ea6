import type { Database, Tx } from '@likewell/service-kit/database/database';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { MailMetrics } from './mail-metrics.js';
import { MailSender } from './mail-sender.js';
import type { SmtpClient } from './smtp-client.js';

const CONNECTIONS = 4;
/** Claims, by number, at which the database fails. */
const FAILS_AT = 2;
const mail = (id: number) => ({
  ...{ id: String(id), messageId: `<${id}>`, template: 'verify-email', recipient: 'reader@example.org' },
  ...{ data: { link: 'https://likewell.test/#token' }, attempts: 1, username: null },
});
/** Lets everything happen that waits for nobody outside. */
const settled = async () => {
  for (let turns = 0; turns < 20; turns += 1) await turn();
};

it('a round that the database fails ends after the mails that are being sent, and claims no other', async () => {
  const server = new EventEmitter();
  let claims = 0;
  let mostOpen = 0;
  let open = 0;
  const query = (sql: string) => {
    if (!sql.includes('attempts = attempts + 1')) return Promise.resolve([[], 1]);
    claims += 1;
    if (claims === FAILS_AT) return Promise.reject(new Error('the database is away'));
    return Promise.resolve([claims <= 2 * CONNECTIONS ? [mail(claims)] : [], 1]);
  };
  const send = async () => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    await once(server, 'takes');
    open -= 1;
  };
  const sender = new MailSender(
    { transaction: (work: (tx: Tx) => unknown) => work({ query } as unknown as Tx) } as unknown as Database,
    { isSetUp: true, send } as Partial<SmtpClient> as SmtpClient,
    { count: () => undefined } as Partial<MailMetrics> as MailMetrics,
    new ProcessState(),
    createLogger('test', 'silent'),
    { SMTP_TIMEOUT_MS: 1000, SITE_ORIGINS: ['https://likewell.test'] },
  );
  let rejected = 0;
  const rounds = (async () => {
    await sender.sendDue().catch(() => (rejected += 1));
    await sender.sendDue();
  })();
  await settled();
  expect([rejected, open, claims]).toEqual([0, CONNECTIONS - 1, CONNECTIONS]);
  server.emit('takes');
  await settled();
  expect([rejected, open, mostOpen, claims]).toEqual([1, CONNECTIONS, CONNECTIONS, 2 * CONNECTIONS]);
  server.emit('takes');
  await rounds;
});
