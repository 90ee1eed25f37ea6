import { readConfig } from '@likewell/service-kit/config/config';
import type { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import type { TestSchema } from '@likewell/testing/test-schema';
import { ledgerService } from '@likewell/tipping-ledger/app.module';
import { ledgerSchema } from '@likewell/tipping-ledger/schema';
import { watcherService } from '@likewell/wallet-chain-watcher/app.module';
import { watcherSchema } from '@likewell/wallet-chain-watcher/schema';
import { PricesModule } from '@likewell/wallet-chain-watcher/prices/prices.module';
import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import pg from 'pg';
import { Faults } from './faults.js';
import { GatedPostgres } from './gated-postgres.js';
import { LockWatch } from './lock-watch.js';
import { neighboursSchema, neighboursService } from './neighbours.js';
import { Random } from './random.js';
import { Scheduler } from './scheduler.js';
import { makeWallet, SimulatedChain } from './simulated-chain.js';
import { createSimulatedDatabase, type SimulatedDatabase } from './simulated-database.js';
import { SimulatedNetwork } from './simulated-network.js';
import { currentProcess, runIn, SimulatedProcess } from './simulated-process.js';
import { SimulatedStreams } from './simulated-stream.js';
import { makeRpcClient, startProcess, type ProcessPlan, type StartedProcess } from './start-process.js';
import { Trace } from './trace.js';
import { VirtualTimeInPostgres } from './virtual-time-in-postgres.js';
import { installVirtualClock } from './virtual-clock.js';

const START_MS = Date.UTC(2026, 0, 5, 8, 0, 0);
export type ServiceName = 'ledger' | 'watcher' | 'neighbours';

/** A violation of an invariant. */
export interface Finding {
  readonly what: string;
  readonly detail: string;
}

/** An account of ours that receives deposits. */
export interface Receiver {
  readonly account: string;
  readonly owner: string;
}

/** A place where processes of the site run, one after the other. */
export interface Place {
  readonly name: string;
  readonly service: ServiceName;
  process: SimulatedProcess;
  /** Null while it starts. */
  started: StartedProcess | null;
}

const ENDPOINTS = ['solana-1', 'solana-2'];
const RESTART_MS = 1000;
/** A known finding that does not end the run, so that later ones are found too. */
const PASSED_OVER = process.env.PASS_OVER ? new RegExp(process.env.PASS_OVER) : null;
/** Largest clock errors of a machine with NTP, and of one without. */
const SMALL_SKEW_MS = 1000;
const LARGE_SKEW_MS = 5 * 60_000;

/** The whole site in one process of Node, on a real Postgres. */
export class World {
  readonly random: Random;
  readonly trace = new Trace();
  readonly scheduler = new Scheduler(START_MS, this.trace);
  readonly faults: Faults;
  readonly network: SimulatedNetwork;
  readonly streams: SimulatedStreams;
  readonly chain: SimulatedChain;
  /** Value of `RECEIVING_WALLET` for processes that start from now on. */
  receiver: Receiver;
  readonly places: Place[] = [];
  readonly findings: Finding[] = [];
  /** The process of all clients outside the site. */
  readonly clients: SimulatedProcess;
  readonly client: RpcClient;
  readonly postgres: GatedPostgres;
  private generation = 0;

  private constructor(
    seed: string,
    readonly database: SimulatedDatabase,
    readonly schemas: Readonly<Record<ServiceName, TestSchema>>,
    /** Connections for reading each schema by its own search path. */
    private readonly eyes: Readonly<Record<ServiceName, pg.Client>>,
  ) {
    this.random = new Random(seed);
    installVirtualClock(this.scheduler, new Random(`${seed}:chance`));
    this.faults = new Faults(this.random);
    this.network = new SimulatedNetwork(this.scheduler, this.random, this.faults);
    this.streams = new SimulatedStreams(this.scheduler, this.random, this.faults, this.trace);
    this.chain = new SimulatedChain(this.scheduler, this.random, START_MS);
    this.receiver = this.makeReceiver();
    this.clients = new SimulatedProcess('clients', this.makeSkewMs());
    const { admin } = database;
    this.postgres = new GatedPostgres(
      ...([this.scheduler, this.random, this.trace, this.faults] as const),
      new VirtualTimeInPostgres(admin),
      new LockWatch(admin),
    );
    this.client = runIn(this.clients, () => makeRpcClient(this.network.connect(this.clients), this.clients));
    this.serveHttp();
  }

  static async create(seed: string): Promise<World> {
    const database = await createSimulatedDatabase(START_MS);
    const schemas = {
      ledger: await database.addSchema('ledger', ledgerSchema),
      watcher: await database.addSchema('watcher', watcherSchema),
      neighbours: await database.addSchema('neighbours', neighboursSchema),
    };
    const eyes = {
      ledger: await connectEye(schemas.ledger),
      watcher: await connectEye(schemas.watcher),
      neighbours: await connectEye(schemas.neighbours),
    };
    const world = new World(seed, database, schemas, eyes);
    for (const name of ['ledger-1', 'ledger-2', 'watcher-1', 'watcher-2', 'neighbours-1', 'neighbours-2']) {
      world.addPlace(name);
    }
    return world;
  }

  async close(): Promise<void> {
    for (const place of this.places) {
      place.process.isAlive = false;
      await this.postgres.dropProcess(place.process);
    }
    for (const eye of Object.values(this.eyes)) await eye.end();
    await this.database.drop();
  }

  /** Reads a schema at this moment, independent of the simulation's events. */
  async look<Row extends pg.QueryResultRow>(
    service: ServiceName,
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    await this.postgres.time.set(this.scheduler.nowMs, sql);
    return (await this.eyes[service].query<Row>(sql, values)).rows;
  }

  /** Runs the simulation's own work for code of a simulated process, in a separate event. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.scheduler.after(0, null, null, () => work().then(resolve, reject));
    });
  }

  find(what: string, detail: string): void {
    if (PASSED_OVER?.test(what)) {
      this.trace.count(`passed over: ${what}`);
      return;
    }
    this.trace.note(`FINDING ${what}: ${detail}`);
    this.findings.push({ what, detail });
  }

  placesOf(service: ServiceName): Place[] {
    return this.places.filter((place) => place.service === service);
  }

  /** Returns a place whose process serves now, or null. */
  anyOf(service: ServiceName): (Place & { started: StartedProcess }) | null {
    const serving = this.placesOf(service).filter(
      (place): place is Place & { started: StartedProcess } =>
        place.started !== null && place.process.isAlive,
    );
    return serving.length === 0 ? null : this.random.pick(serving);
  }

  /** Makes a wallet that may become the receiving one. */
  makeReceiver(): Receiver {
    const owner = makeWallet(this.random).address;
    return { owner, account: tokenAccountOf(this.chain.mint, owner) };
  }

  /** Returns the clock error of a machine in milliseconds: half of them are right. */
  makeSkewMs(): number {
    if (this.random.chance(0.5)) return 0;
    const mostMs = this.random.chance(0.5) ? SMALL_SKEW_MS : LARGE_SKEW_MS;
    return this.random.int(-mostMs, mostMs);
  }

  /** Crashes a process in the middle of its work; another one starts in its place after a while. */
  async crash(place: Place, restartAfterMs: number): Promise<void> {
    const { process } = place;
    if (!process.isAlive) return;
    process.isAlive = false;
    place.started = null;
    this.network.disconnect(process);
    this.streams.disconnect(process);
    this.faults.weather.delete(process);
    this.faults.slowReaders.delete(process);
    await this.postgres.dropProcess(process);
    this.scheduler.after(restartAfterMs, null, `${place.name} is started again`, () => this.start(place));
  }

  private addPlace(name: string): void {
    const [service] = name.split('-') as [ServiceName];
    const place = {
      name,
      service,
      process: new SimulatedProcess(name, 0),
      started: null,
    };
    this.places.push(place);
    this.start(place);
  }

  private start(place: Place): void {
    this.generation += 1;
    const process = new SimulatedProcess(`${place.name}.${this.generation}`, this.makeSkewMs());
    place.process = process;
    const surroundings = {
      postgres: this.postgres,
      network: this.network,
      streams: this.streams,
      log: (line: string) => this.trace.note(line.trim().slice(0, 600)),
      whileStill: <T>(work: () => Promise<T>) => this.scheduler.hold(work),
    };
    this.scheduler.after(0, process, 'starts', () => {
      startProcess(process, this.planOf(place.service), surroundings).then(
        (started) => {
          this.trace.add(this.scheduler.nowMs, process.name, 'serves');
          if (process.isAlive) place.started = started;
        },
        (error: unknown) => {
          this.trace.note(`${process.name} cannot start: ${String(error)}`);
          this.scheduler.after(0, null, null, () => this.crash(place, RESTART_MS));
        },
      );
    });
  }

  /** Plan of a process that starts now. */
  planOf(service: ServiceName): ProcessPlan {
    const variables = {
      DATABASE_URL: this.schemas[service].url,
      ENVIRONMENT: 'development',
      NATS_URL: 'nats://nats',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'warn',
      CURSOR_SECRET: 'a secret for cursors of the simulation',
      TOTP_SECRET: 'a secret for codes of the tests alone',
      NETWORK_SECRET: 'a secret for networks of the simulation',
      EPOCH: '1m',
      REDIS_URL: 'redis://redis',
      SOLANA_RPC_URLS: ENDPOINTS.map((name) => `http://${name}/`).join(','),
      LIKE_MINT: this.chain.mint,
      RECEIVING_WALLET: this.receiver.owner,
    };
    const definitions = { ledger: ledgerService, watcher: watcherService, neighbours: neighboursService };
    const definition = definitions[service];
    const config = readConfig(definition.config, variables);
    return { definition: definition as ProcessPlan['definition'], config, without: [PricesModule] };
  }

  /** Answers what simulated processes ask the outside over HTTP. */
  private serveHttp(): void {
    const realFetch = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const process = currentProcess();
      return process ? this.fetch(process, input as string, init ?? {}) : realFetch(input, init);
    };
  }

  private fetch(process: SimulatedProcess, url: string, { body, signal }: RequestInit): Promise<Response> {
    const name = new URL(url).hostname;
    const asked = JSON.parse(body as string) as unknown;
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      const faults = this.faults.endpoint(name);
      const thereMs = this.faults.delayMs(process);
      if (faults.isDown || thereMs === null) return;
      this.scheduler.after(thereMs, null, `${name} is asked by ${process.name}`, () => {
        const response = JSON.stringify(this.chain.respond(asked, faults));
        const backMs = this.faults.delayMs(process);
        if (backMs === null) return;
        this.scheduler.after(backMs, process, null, () => resolve(new Response(response)));
      });
    });
  }
}

async function connectEye(schema: TestSchema): Promise<pg.Client> {
  const eye = new pg.Client({ connectionString: schema.ownerUrl });
  await eye.connect();
  return eye;
}

const tokenAccountOf = (mint: string, owner: string): string =>
  getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), true).toBase58();
