import { eventually } from '@likewell/testing/eventually';
import { NodeProcess } from '@likewell/testing/node-process';
import { freePort } from '@likewell/testing/spawn-server';
import { createTestSchema } from '@likewell/testing/test-schema';
import { startNats, startRedis } from '@likewell/testing/test-servers';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authSchema } from '../src/schema.js';
import { MAIL_SETTINGS, QueueUnderTest, verifyMail } from './mail-under-test.js';

/** `MAIL_KILLS=10 MAILS_A_KILL=100` is a soak: most of the time goes into starting the killed processes. */
const KILLS = Number(process.env.MAIL_KILLS ?? 5);
const MAILS_A_KILL = Number(process.env.MAILS_A_KILL ?? 60);
/** Mails that a replica sends concurrently. */
const LANES = 4;
const REPLICAS = 2;
/** So long that every kill meets mails that the server has and auth does not know of. */
const REPLY_MS = 300;
/** Longer than the second after which a replica looks for mails again. */
const LONG_REPLY_MS = 2000;
/** Long enough for a busy machine to deliver all mails, a few at a time and some of them after a lease. */
const DELIVERY_TIMEOUT_MS = 200_000;
/** Long enough for two starts of processes after each kill, too, which take three seconds on an idle machine. */
const TIMEOUT_MS = 300_000 + KILLS * 30_000;

interface ShownMail {
  readonly to: readonly string[];
  readonly repeats: number;
}

it(
  `${KILLS * MAILS_A_KILL} mails are delivered once each while auth and the mail server are killed ${KILLS} times`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'likewell-mails-'));
    const [schema, nats, redis, port, webPort] = await Promise.all([
      createTestSchema('auth', authSchema),
      startNats(),
      startRedis(),
      freePort(),
      freePort(),
    ]);
    const mailServer = (replyMs: number) =>
      NodeProcess.prepare(join(import.meta.dirname, '../../../libs/stand-ins/smtp'), {
        PORT: String(port),
        WEB_PORT: String(webPort),
        DATA_FOLDER: folder,
        REPLY_MS: String(replyMs),
      });
    const server = await mailServer(REPLY_MS);
    const auth = () =>
      NodeProcess.prepare(join(import.meta.dirname, '..'), {
        DATABASE_URL: schema.url,
        NATS_URL: nats.url,
        REDIS_URL: redis.url,
        NETWORK_SECRET: 'a secret for networks of the tests alone',
        CURSOR_SECRET: 'a secret for cursors of the tests alone',
        TOTP_SECRET: 'a secret for codes of the tests alone',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        // Longer than a busy machine pauses the server, which would otherwise get a mail twice.
        SMTP_TIMEOUT_MS: '5000',
        ...MAIL_SETTINGS,
      });
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, auth));
    await Promise.all([server, ...replicas].map((each) => each.start()));
    const queue = await QueueUnderTest.open(schema.url);
    const countSent = async () => {
      const { rows } = await schema.owner.query<{ sent: number }>(
        `SELECT count(*)::integer AS sent FROM mail WHERE status = 'sent'`,
      );
      return rows[0]?.sent ?? 0;
    };
    const untilSent = (assertion: (sent: number) => void) =>
      eventually(async () => {
        assertion(await countSent());
      }, DELIVERY_TIMEOUT_MS);
    const listMails = async (query = '') => {
      const response = await fetch(`http://127.0.0.1:${webPort}/mails${query}`);
      return ((await response.json()) as { mails: ShownMail[] }).mails;
    };
    const restarts = new Map<NodeProcess, Promise<void>>();
    const kill = async (process: NodeProcess) => {
      await restarts.get(process);
      await process.stop('SIGKILL');
      restarts.set(process, process.start());
    };

    for (let round = 0; round < KILLS; round += 1) {
      const before = await countSent();
      const addresses = Array.from(
        { length: MAILS_A_KILL },
        (_, index) => `reader-${round}-${index}@example.org`,
      );
      await queue.add(...addresses.map((to) => verifyMail(to)));
      await untilSent((sent) => expect(sent).toBeGreaterThan(before + 5));
      const replica = replicas[round % REPLICAS];
      await Promise.all([server, ...(replica ? [replica] : [])].map(kill));
    }
    await Promise.all(restarts.values());

    await untilSent((sent) => expect(sent).toBe(KILLS * MAILS_A_KILL));
    const mails = await listMails();
    const recipients = mails.map(({ to }) => to.join());
    expect(new Set(recipients).size).toBe(KILLS * MAILS_A_KILL);
    expect(recipients).toHaveLength(KILLS * MAILS_A_KILL);
    // Only mails that were under way at a kill may be handed over again.
    const repeats = mails.reduce((sum, mail) => sum + mail.repeats, 0);
    if (process.env.MAIL_KILLS) console.info(`${repeats} mails were handed over again`);
    expect(repeats).toBeGreaterThan(0);
    expect(repeats).toBeLessThanOrEqual(KILLS * LANES * REPLICAS);

    // With no kill, each mail is handed over exactly once, though both replicas look for mails while it is under way.
    await server.stop();
    const slowServer = await mailServer(LONG_REPLY_MS);
    await slowServer.start();
    const last = ['last-1@example.org', 'last-2@example.org', 'last-3@example.org'];
    await queue.add(...last.map((to) => verifyMail(to)));
    await untilSent((sent) => expect(sent).toBe(KILLS * MAILS_A_KILL + last.length));
    for (const to of last) expect(await listMails(`?to=${to}`)).toMatchObject([{ repeats: 0 }]);

    await queue.close();
    await Promise.all([slowServer, ...replicas].map((each) => each.stop()));
    await Promise.all([nats.remove(), redis.remove(), schema.drop(), rm(folder, { recursive: true })]);
  },
  TIMEOUT_MS,
);
