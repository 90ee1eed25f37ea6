import { ProcessState } from '@likewell/service-kit/process/process-state';
import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { PollingWorker } from '@likewell/service-kit/concurrency/polling-worker';
import { Database } from '@likewell/service-kit/database/database';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  ExtensionType,
  getExtensionTypes,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  unpackMint,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { LIKE_DECIMALS } from '@likewell/contracts/core/money';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WatcherConfig } from '../config.js';
import { Chain } from '../solana/chain.js';
import { ChainIdentity } from '../solana/chain-identity.js';
import type { LikeToken } from '../solana/like-token.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { tokenAccountOf } from '../solana/token-account.js';
import { findListedToken, makeCurrent, type NotReceiving } from './own-accounts.queries.js';

/** Extensions of Token-2022 that only describe a mint: none can take, withhold or block the balance of an account. */
const HARMLESS_EXTENSIONS = [
  ExtensionType.MetadataPointer,
  ExtensionType.TokenMetadata,
  ExtensionType.GroupPointer,
  ExtensionType.TokenGroup,
  ExtensionType.GroupMemberPointer,
  ExtensionType.TokenGroupMember,
];
const RETRY_MS = 1000;
/** A wrong mint stays wrong until the configuration is corrected. */
const WRONG_RETRY_MS = 10_000;
const NEVER_MS = 3_600_000;
/** Longest wait for the first look; less than the shortest timeout of a caller. */
const FIRST_LOOK_MS = 2000;

/** Reasons why our account may not receive, for the log. */
const REASONS: Record<NotReceiving, string> = {
  cold: 'it is declared as cold storage',
  closed: 'its account has been closed',
  'another-program': 'accounts of its mint are listed under another token program',
};

/** What one endpoint reports about the mint. */
interface MintReport {
  /** The program that owns it; null when that is no token program. */
  readonly program: string | null;
  /** Reason why it cannot be LIKE, or null. */
  readonly problem: string | null;
}

/**
 * The mint, checked on its own chain before anything is credited: it belongs to the classic token program, or to
 * Token-2022 without an extension that could do harm, and has 6 decimals. All endpoints must agree, until our
 * account for it is listed; then those that respond must agree with the list (ADR 0022). Until it has been seen the
 * process is not ready, and retries.
 */
@Injectable()
export class LikeMint implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private known: LikeToken | null = null;
  /** Aborted after the first look at the mint, whatever its result: then nobody waits any more. */
  private readonly firstLook = new AbortController();
  private readonly worker: PollingWorker;

  constructor(
    private readonly chain: Chain,
    private readonly identity: ChainIdentity,
    private readonly state: ProcessState,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.worker = new PollingWorker('look-at-mint', logger, RETRY_MS, () =>
      this.round().finally(() => this.firstLook.abort()),
    );
  }

  /** The token; null until the mint has been checked and is right. */
  get token(): LikeToken | null {
    return this.known;
  }

  /**
   * Returns {@link token} for callers that need it. A replica that has just started waits briefly for it.
   * @throws AppError UNAVAILABLE until the mint has been checked and is right
   */
  async seenToken(): Promise<LikeToken> {
    if (this.known === null) {
      const { signal } = this.firstLook;
      await sleep(FIRST_LOOK_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
    if (this.known === null) throw new AppError(commonErrors.UNAVAILABLE);
    return this.known;
  }

  onApplicationBootstrap(): void {
    this.state.readyWhen('mint', () => this.known !== null);
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  private async round(): Promise<number> {
    const { problem: wrongChain, isComplete } = await this.identity.check();
    if (wrongChain !== null) {
      this.known = null;
      this.logger.error(`SOLANA_RPC_URLS cannot be used: ${wrongChain}`);
      return WRONG_RETRY_MS;
    }
    this.known ??= await this.lookAtMint();
    if (this.known === null) return WRONG_RETRY_MS;
    return isComplete ? NEVER_MS : RETRY_MS;
  }

  /** Returns the token when the mint is right, and our account may receive it; otherwise null. */
  private async lookAtMint(): Promise<LikeToken | null> {
    const listed = await findListedToken(this.database.read, this.config.LIKE_MINT);
    const reports = listed
      ? await this.reportsOfSome()
      : await this.chain.allOf((endpoint) => this.askForMint(endpoint));
    const program = listed?.program ?? reports[0]?.program ?? null;
    const problem =
      reports.find((report) => report.problem !== null)?.problem ??
      (reports.every((report) => report.program === program)
        ? null
        : `its nodes${listed ? ' and our list' : ''} disagree about its program`);
    if (problem !== null || program === null) {
      this.logger.error({ mint: this.config.LIKE_MINT }, `LIKE_MINT cannot be used: ${problem}`);
      return null;
    }
    const token = { mint: this.config.LIKE_MINT, program };
    return (await this.receive(token)) ? token : null;
  }

  /** Returns what the endpoints that respond report. @throws RpcFailure when none responds */
  private async reportsOfSome(): Promise<MintReport[]> {
    const asked = await Promise.allSettled(this.chain.endpoints.map((endpoint) => this.askForMint(endpoint)));
    const reports = asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (reports.length === 0) throw asked.find((result) => result.status === 'rejected')?.reason;
    return reports;
  }

  /** @throws RpcFailure */
  private async askForMint(endpoint: RpcEndpoint): Promise<MintReport> {
    const found = await this.chain.account(endpoint, this.config.LIKE_MINT);
    const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((id) => id.toBase58() === found?.owner);
    if (!found || !program) return { program: null, problem: 'it is no mint of a token program' };
    return { program: program.toBase58(), problem: this.problemOf(found.data, program) };
  }

  /**
   * Lists our account as the one whose wallet members are told, unless another one has taken its place; returns
   * false when it must not receive.
   */
  private async receive(token: LikeToken): Promise<boolean> {
    const owner = this.config.RECEIVING_WALLET;
    const account = tokenAccountOf(token, owner);
    const rejection = await this.database.transaction((tx) => makeCurrent(tx, { ...token, account, owner }));
    if (rejection === null) return true;
    if (rejection === 'replaced') {
      this.logger.warn(
        { owner, account },
        'RECEIVING_WALLET is scanned but not told: another wallet has taken its place; `do=current` goes back',
      );
      return true;
    }
    this.logger.error({ owner, account }, `RECEIVING_WALLET cannot be used: ${REASONS[rejection]}`);
    return false;
  }

  /** Returns the reason why these bytes cannot be our mint, or null. */
  private problemOf(data: Buffer, program: PublicKey): string | null {
    try {
      const key = new PublicKey(this.config.LIKE_MINT);
      const info = { data, owner: program, lamports: 0, executable: false };
      const { isInitialized, decimals, tlvData } = unpackMint(key, info, program);
      if (!isInitialized) return 'it is not initialized';
      if (decimals !== LIKE_DECIMALS) return `it has ${decimals} decimals instead of ${LIKE_DECIMALS}`;
      const harmful = getExtensionTypes(tlvData).find((type) => !HARMLESS_EXTENSIONS.includes(type));
      return harmful === undefined ? null : `its extension ${ExtensionType[harmful]} is not allowed`;
    } catch {
      return 'it is no mint';
    }
  }
}
