import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import {
  beginWalletProof,
  claimDeposits,
  getDepositSettings,
  linkWallet,
  reportDeposit,
} from '@likewell/contracts/wallet-chain-watcher/rpc';
import { readConfig } from '@likewell/service-kit/config/config';
import type { RunningService } from '@likewell/service-kit/process/boot-service';
import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { startSolana, type LocalSolana, type SolanaEndpoint } from '@likewell/stand-in-solana/start-solana';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import type { TestBus } from '@likewell/testing/test-bus';
import { openTestDatabase } from '@likewell/testing/test-database';
import { withConstants } from '@likewell/testing/with-constants';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import bs58 from 'bs58';
import { createPrivateKey, sign } from 'node:crypto';
import { LedgerUnderTest } from '../../tipping-ledger/test/ledger-under-test.js';
import { watcherService } from '../src/app.module.js';
import { watcherConfig, type WatcherConfig, type WatcherConstants } from '../src/config.js';
import { depositSwitch } from '../src/deposits/deposit-switch.js';
import { watcherSchema } from '../src/schema.js';
import { signatureHex } from '../src/solana/signature.js';
import type { AccountCommand } from '../src/cli/run-account-command.js';

export const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const MEMO_V1 = new PublicKey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');
/**
 * Concurrent reports of a test. They share the replica's ten connections to Postgres, where a
 * request that has queued for three seconds fails with UNAVAILABLE: the right response to more than
 * a busy machine can serve.
 */
export const REPORTS_AT_ONCE = 100;
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A member with the memo for their deposits. */
export interface Member {
  readonly id: number;
  readonly memo: string;
}

export interface WatcherOptions {
  readonly endpoints?: 1 | 2;
  readonly slotMs?: number;
  readonly variables?: Record<string, string>;
  readonly constants?: Partial<WatcherConstants>;
}

/** The watcher with a real ledger and a local Solana, in which the test controls the platform's wallet. */
export class WatcherUnderTest {
  private constructor(
    readonly solana: LocalSolana,
    /** In the order in which the watcher is configured with them. */
    readonly endpoints: readonly SolanaEndpoint[],
    readonly receiver: Keypair,
    readonly ledgerService: ServiceUnderTest,
    readonly ledger: LedgerUnderTest,
    private readonly definition: ServiceDefinition<WatcherConfig>,
    readonly service: ServiceUnderTest,
    /** The watcher's variables, for a watcher that runs as a separate process. */
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start({
    endpoints: count = 1,
    slotMs = 10,
    variables = {},
    constants = {},
  }: WatcherOptions = {}) {
    const receiver = Keypair.generate();
    const solana = await startSolana({ slotMs });
    const endpoints = [solana, ...(count === 2 ? [await solana.openEndpoint()] : [])];
    const { service: ledgerService, ledger } = await LedgerUnderTest.start();
    ledgerService.bus.respond(findProfile, (wanted) => ({ profile: profileOf(wanted) }));
    const settings = {
      ENVIRONMENT: 'development',
      NATS_URL: ledgerService.natsServer.url,
      REDIS_URL: 'redis://127.0.0.1:1',
      SOLANA_RPC_URLS: endpoints.map(({ url }) => url).join(','),
      LIKE_MINT: solana.mint,
      RECEIVING_WALLET: receiver.publicKey.toBase58(),
      DEPOSIT_POLL_MS: '50',
      SCAN_INTERVAL_MS: '100',
      ...variables,
    };
    const definition = withConstants(watcherService, constants);
    // The ledger ends the server that both are connected to.
    const bus = { ...ledgerService.natsServer, remove: () => Promise.resolve() };
    const service = await startService(definition, watcherSchema, settings, () => Promise.resolve(bus));
    const watcher = new WatcherUnderTest(
      solana,
      endpoints,
      receiver,
      ledgerService,
      ledger,
      definition,
      service,
      settings,
    );
    solana.airdrop(receiver.publicKey.toBase58(), 10_000_000_000n);
    return watcher;
  }

  get bus(): TestBus {
    return this.ledgerService.bus;
  }

  get owner() {
    return this.service.schema.owner;
  }

  get mint(): PublicKey {
    return new PublicKey(this.solana.mint);
  }

  /** Token account that receives deposits. */
  get account(): PublicKey {
    return this.tokenAccountOf(this.receiver.publicKey);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.ledgerService.stop();
    await this.solana.stop();
  }

  addReplica(
    variables: Record<string, string> = {},
    constants: Partial<WatcherConstants> = {},
  ): Promise<RunningService> {
    return this.service.addReplica(variables, withConstants(this.definition, constants));
  }

  /**
   * Starts a replica as {@link addReplica} does, and waits until it is ready: until it has seen the mint it may
   * reject calls. Returns it with the origin of its health checks and metrics.
   */
  async addReadyReplica(
    variables: Record<string, string> = {},
    constants: Partial<WatcherConstants> = {},
  ): Promise<{ replica: RunningService; origin: string }> {
    const HEALTH_PORT = String(await freePort());
    const replica = await this.addReplica({ ...variables, HEALTH_PORT }, constants);
    const origin = `http://127.0.0.1:${HEALTH_PORT}`;
    await eventually(async () => expect((await fetch(`${origin}/health/ready`)).status).toBe(200));
    return { replica, origin };
  }

  /** Creates a member with an account in the ledger and a memo. */
  async newMember(): Promise<Member> {
    const id = await this.ledger.openMember();
    // The first call waits until the watcher has seen the mint.
    const { memo } = await eventually(() => this.bus.call(getDepositSettings, { memberId: id }));
    return { id, memo };
  }

  /** Creates a wallet with this amount of LIKE, and SOL for its fees. */
  newWallet(like: string | number = 1000): Keypair {
    const wallet = Keypair.generate();
    this.solana.faucet(wallet.publicKey.toBase58(), like);
    return wallet;
  }

  /** Links a wallet to the member directly in the database. */
  async own(member: Member, wallet: Keypair): Promise<void> {
    await this.owner.query('INSERT INTO wallet (address, member_id) VALUES ($1, $2)', [
      wallet.publicKey.toBase58(),
      member.id,
    ]);
  }

  tokenAccountOf(owner: PublicKey): PublicKey {
    return getAssociatedTokenAddressSync(this.mint, owner, true);
  }

  /** Returns the instruction that moves LIKE (in base units) from a wallet to the platform. */
  transfer(from: Keypair, baseUnits: bigint, to: PublicKey = this.account): TransactionInstruction {
    const source = this.tokenAccountOf(from.publicKey);
    return createTransferCheckedInstruction(source, this.mint, to, from.publicKey, baseUnits, 6);
  }

  memo(text: string, programId: PublicKey = MEMO): TransactionInstruction {
    return new TransactionInstruction({ programId, keys: [], data: Buffer.from(text) });
  }

  openAccount(payer: Keypair): TransactionInstruction {
    const { publicKey } = this.receiver;
    return createAssociatedTokenAccountIdempotentInstruction(
      payer.publicKey,
      this.account,
      publicKey,
      this.mint,
    );
  }

  /** Sends a transaction; throws when it does not land, since that is a mistake in the test. */
  send(instructions: TransactionInstruction[], ...signers: [Keypair, ...Keypair[]]): string {
    const { signature, slot } = this.solana.send(instructions, signers);
    if (slot === null) throw new Error('the transaction did not land');
    return signature;
  }

  /** Sends a plain deposit, with a memo if one is given. */
  deposit(from: Keypair, baseUnits: bigint, memo?: string): string {
    const memos = memo === undefined ? [] : [this.memo(memo)];
    return this.send([this.openAccount(from), this.transfer(from, baseUnits), ...memos], from);
  }

  /** Sends a {@link deposit} that is final at once. */
  finalDeposit(from: Keypair, baseUnits: bigint, memo?: string): string {
    const signature = this.deposit(from, baseUnits, memo);
    this.solana.skipSlots();
    return signature;
  }

  /** Pauses or resumes deposits, as the operators' command does. */
  async switchDeposits(to: 'pause' | 'resume'): Promise<void> {
    await this.operate(async (database) => {
      await database.transaction((tx) => depositSwitch.setPaused(tx, to === 'pause'));
      return '';
    });
  }

  report(member: Member, signature: string) {
    return this.bus.call(reportDeposit, { memberId: member.id, signature });
  }

  /** Has the wallet sign a text that is issued for this purpose. */
  async prove(member: Member, wallet: Keypair, purpose: 'link' | 'claim') {
    const address = wallet.publicKey.toBase58();
    const { message } = await this.bus.call(beginWalletProof, { memberId: member.id, purpose, address });
    return { memberId: member.id, address, message, signature: signText(wallet, message) };
  }

  async link(member: Member, wallet: Keypair) {
    return this.bus.call(linkWallet, await this.prove(member, wallet, 'link'));
  }

  async claim(member: Member, wallet: Keypair) {
    return this.bus.call(claimDeposits, await this.prove(member, wallet, 'claim'));
  }

  /** Returns the amount that the member has received by deposits. */
  async gained(member: Member): Promise<bigint> {
    const lines = await this.ledger.statement(member.id, ['deposit']);
    return lines.reduce((sum, { amountNano }) => sum + amountNano, 0n);
  }

  /** Makes a sweep due at every endpoint. */
  async makeSweepsDue(): Promise<void> {
    await eventually(async () => {
      const { rowCount } = await this.owner.query('UPDATE sweep SET due_at = now()');
      expect(rowCount).toBeGreaterThanOrEqual(this.endpoints.length);
    });
  }

  /** Waits until no sweep is due, under way or to be tried again. */
  async expectSwept(withinMs?: number): Promise<void> {
    await eventually(async () => {
      const open = await this.owner.query(`SELECT FROM sweep WHERE due_at < now() + interval '10 minutes'`);
      expect(open.rowCount).toBe(0);
    }, withinMs);
  }

  async states(): Promise<Record<string, number>> {
    const { rows } = await this.owner.query<{ state: string; count: number }>(
      'SELECT state, count(*)::integer FROM deposit GROUP BY state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** Returns its variables and constants as a process reads them. */
  config(): WatcherConfig {
    const DATABASE_URL = this.service.schema.url;
    return readConfig(watcherConfig, { ...this.settings, DATABASE_URL, HEALTH_PORT: '0' });
  }

  /** Runs an operator's command about our accounts, and returns its output. */
  async operate(command: AccountCommand, ...words: string[]): Promise<string> {
    const { url } = this.service.schema;
    const config = this.config();
    const database = await openTestDatabase(url, 1);
    try {
      return await command(database, words, config);
    } finally {
      await database.dataSource.destroy();
    }
  }

  /** Returns the finalized balance of our token account on chain, in nano-LIKE. */
  async heldOnChain(): Promise<bigint> {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getTokenAccountBalance',
      params: [this.account.toBase58(), { commitment: 'finalized' }],
    });
    const headers = { 'content-type': 'application/json' };
    const direct = await this.solana.openEndpoint();
    const response = (await (await fetch(direct.url, { method: 'POST', headers, body })).json()) as {
      result?: { value: { amount: string } };
    };
    await direct.close();
    return BigInt(response.result?.value.amount ?? 0) * 1000n;
  }

  /** Waits until a deposit has this state. */
  expectState(signature: string, state: string, withinMs?: number): Promise<void> {
    return eventually(async () => {
      const sql = `SELECT state FROM deposit WHERE signature = decode($1, 'hex')`;
      expect((await this.owner.query(sql, [signatureHex(signature)])).rows).toEqual([{ state }]);
    }, withinMs);
  }

  /** Waits until all work is done, and all that the account gained is booked, here and in the ledger. */
  async expectAllCredited(withinMs = 30_000): Promise<void> {
    const onChain = await this.heldOnChain();
    await eventually(async () => {
      const { rows } = await this.owner.query(
        `SELECT coalesce(sum(amount), 0)::text AS booked,
           count(*) FILTER (WHERE state IN ('seen', 'judged', 'claiming'))::integer AS open FROM deposit`,
      );
      expect(rows).toEqual([{ booked: onChain.toString(), open: 0 }]);
    }, withinMs);
    const { rows } = await this.ledger.schema.owner.query(
      `SELECT coalesce(sum(amount), 0)::text AS booked, count(*) = count(DISTINCT idem_key) AS once
       FROM movement WHERE kind = 'deposit'`,
    );
    expect(rows).toEqual([{ booked: onChain.toString(), once: true }]);
    await this.ledger.expectBalancedBooks();
  }
}

/** Returns the profile of an id, or of the present or former name that is made of it. */
function profileOf(wanted: RpcInput<typeof findProfile>): PublicProfile | null {
  const named =
    'username' in wanted ? /^(?:member|former)_(\d+)$/.exec(wanted.username)?.[1] : wanted.memberId;
  if (named === undefined) return null;
  const profile = { memberId: Number(named), username: `member_${named}` };
  return { ...profile, avatar: null, isVerified: false, version: 1 };
}

/** Returns the wallet's signature of a text, in base58. */
export function signText(wallet: Keypair, text: string): string {
  const der = Buffer.concat([PKCS8_PREFIX, wallet.secretKey.subarray(0, 32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return bs58.encode(sign(null, Buffer.from(text), key));
}
