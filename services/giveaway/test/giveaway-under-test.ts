import { getGiveaway, getProof } from '@likewell/contracts/giveaway/rpc';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Chain } from '@likewell/stand-in-bitcoin/chain';
import { BitcoinStandIn } from '@likewell/stand-in-bitcoin/stand-in';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { withConstants } from '@likewell/testing/with-constants';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveawayService } from '../src/app.module.js';
import { DrawRunner } from '../src/draws/draw-runner.js';
import { FailingGiveaways } from '../src/draws/failing-giveaways.js';
import { readConfig } from '@likewell/service-kit/config/config';
import { openTestDatabase } from '@likewell/testing/test-database';
import { giveawaySchema } from '../src/schema.js';
import { createGiveaway } from '../src/cli/create-giveaway.js';
import { importEntries } from '../src/cli/import-entries.js';
import { operatorServices, type OperatorServices } from '../src/cli/operator-services.js';
import { entities } from '../src/entities.js';
import { BlockSources } from '../src/bitcoin/block-sources.js';

/** Timeout for a draw whose sources take long over every response. */
const WITHIN_MS = 60_000;

export const MINUTE = 60;
export const HOUR = 3600;
const SECRET = 'a secret for cursors of the tests alone';

/** The noon that decides a giveaway that ends on the 20th of November 2026. */
export const END_DATE = '2026-11-20';
export const NOON = Date.UTC(2026, 10, 21, 17) / 1000;
export const SNAPSHOT = new Date('2026-11-21T04:59:00Z');
export const atNoonPlus = (seconds: number) => new Date((NOON + seconds) * 1000);

/**
 * Returns a chain with a block every ten minutes for twelve hours until 15 minutes before a noon, and then
 * with blocks at the given times after it.
 */
export function chainAround(
  afterNoon: readonly number[],
  { noon = NOON, salt = '', bits }: { noon?: number; salt?: string; bits?: number | undefined } = {},
): Chain {
  const chain = new Chain(salt, bits);
  for (let time = -12 * HOUR; time <= -15 * MINUTE; time += 10 * MINUTE) chain.append(noon + time);
  for (const time of afterNoon) chain.append(noon + time);
  return chain;
}

/** Six block times from noon on: the first block decides, and is confirmed. */
export const CONFIRMED = [5, 15, 25, 35, 45, 55].map((minutes) => minutes * MINUTE);

/** The giveaway service with a clock that its tests set, and block sources whose faults they set. */
export class GiveawayUnderTest {
  private created = 0;

  private constructor(
    readonly schema: TestSchema,
    private readonly started: ServiceUnderTest | null,
    readonly sources: readonly BitcoinStandIn[],
    /** The services for operator commands and for steps that a test runs by hand. */
    readonly operator: OperatorServices,
  ) {}

  /**
   * Starts a source for each chain, and the service, which runs the draws itself unless `drawsByItself` is
   * false. With `hasService` false it is not started at all: the test runs every step.
   */
  static async start(
    chains: readonly Chain[],
    { hasService = true, drawsByItself = true, sourceTimeoutMs = 10_000, failedRestMs = 0 } = {},
  ): Promise<GiveawayUnderTest> {
    const sources = chains.map((chain) => new BitcoinStandIn(chain));
    // A port that no outgoing connection can take while a source is down.
    for (const source of sources) await source.listen(await freePort());
    const variables = {
      CURSOR_SECRET: SECRET,
      BITCOIN_SOURCES: sources.map(({ origin }) => origin).join(','),
    };
    // The clock does not move, so a request that timed out would not be repeated.
    const constants = { sourceTimeoutMs, sourceRestMs: 1, failedRestMs };
    const definition = withConstants(giveawayService, constants);
    const started = hasService ? await startService(definition, giveawaySchema, variables) : null;
    const schema = started?.schema ?? (await createTestSchema(definition.name, giveawaySchema));
    const { owner, url } = schema;
    await owner.query(`
      CREATE TABLE test_clock (now timestamptz NOT NULL);
      INSERT INTO test_clock VALUES ('2026-11-01T12:00:00Z');
      CREATE OR REPLACE FUNCTION giveaway_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now FROM test_clock';
    `);
    if (!drawsByItself) await started?.replica.stop();
    const database = await openTestDatabase(url, 3, entities);
    const config = readConfig(definition.config, {
      ...variables,
      DATABASE_URL: url,
      NATS_URL: started?.natsServer.url ?? 'nats://127.0.0.1:1',
      ENVIRONMENT: 'development',
      HEALTH_PORT: '0',
    });
    return new GiveawayUnderTest(schema, started, sources, operatorServices(database, config));
  }

  get service(): ServiceUnderTest {
    if (!this.started) throw new Error('the service was not started');
    return this.started;
  }

  async stop(): Promise<void> {
    await this.operator.database.dataSource.destroy();
    await (this.started ? this.started.stop() : this.schema.drop());
    await Promise.all(this.sources.map((source) => source.close().catch(() => undefined)));
  }

  async setNow(now: Date): Promise<void> {
    await this.schema.owner.query('UPDATE test_clock SET now = $1', [now]);
  }

  /** Creates a giveaway on the command line, like all giveaways. */
  async create(winners = 2, end = END_DATE, title = `Giveaway ${++this.created}`): Promise<number> {
    const facts = { title, prize: '10 LIKE', audience: 'All', rules: 'Be kind.', end, winners };
    const given = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
    return Number(/Giveaway (\d+) is made/.exec(await createGiveaway(given, this.operator))?.[1]);
  }

  async import(id: number, csv: string, words: readonly string[] = []): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'likewell-entries-'));
    try {
      await writeFile(join(folder, 'entries.csv'), csv);
      return await importEntries([`id=${id}`, 'file=entries.csv', ...words], folder, this.operator);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Creates a giveaway with these entries. */
  async enter(entries: readonly string[], winners = 2): Promise<number> {
    const id = await this.create(winners);
    if (entries.length > 0) await this.import(id, entries.join('\n'));
    return id;
  }

  read(giveawayId: number) {
    return this.service.bus.call(getGiveaway, { giveawayId });
  }

  proof(giveawayId: number) {
    return this.service.bus.call(getProof, { giveawayId });
  }

  /** Reads a giveaway again until it has this status. */
  async untilStatus(giveawayId: number, status: string) {
    return eventually(async () => {
      const giveaway = await this.read(giveawayId);
      if (giveaway.status !== status) throw new Error(`it is ${giveaway.status}`);
      return giveaway;
    }, WITHIN_MS);
  }

  /** Ends the giveaways: sets the time to 23:59 on their last day, and waits until their snapshots are taken. */
  async untilSnapshot(...giveawayIds: number[]): Promise<void> {
    await this.setNow(SNAPSHOT);
    for (const id of giveawayIds)
      await eventually(async () => {
        if ((await this.read(id)).commitment === null) throw new Error('its snapshot is not taken');
      }, WITHIN_MS);
  }

  /** Returns the runner of another replica, for steps that a test runs by hand. */
  newRunner(metrics = new Metrics('test')): DrawRunner {
    const { database, config, clock, entries } = this.operator;
    const logger = createLogger('test', 'silent');
    const failing = new FailingGiveaways(config, logger, metrics);
    const state = new ProcessState();
    return new DrawRunner(database, entries, new BlockSources(config, state), clock, failing, state, logger);
  }
}
