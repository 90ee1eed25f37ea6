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
import { LIKE_DECIMALS } from '@likewell/contracts/core/money';
import type { WatcherConfig } from '../config.js';
import { Chain } from '../solana/chain.js';
import { ChainIdentity } from '../solana/chain-identity.js';
import type { LikeToken } from '../solana/like-token.js';
import { tokenAccountOf } from '../solana/token-account.js';
import { makeCurrent } from './own-accounts.queries.js';

/** Of Token-2022, those that only describe a mint: none can take, hold back or stop what an account holds. */
const HARMLESS_EXTENSIONS = [
  ExtensionType.MetadataPointer,
  ExtensionType.TokenMetadata,
  ExtensionType.GroupPointer,
  ExtensionType.TokenGroup,
  ExtensionType.GroupMemberPointer,
  ExtensionType.TokenGroupMember,
];
const RETRY_MS = 1000;
/** A wrong mint stays one until somebody mends the configuration. */
const WRONG_RETRY_MS = 10_000;
const NEVER_MS = 3_600_000;

/**
 * The mint, looked at before anything is credited, on the chain that it belongs to: it must be the classic token program's, or Token-2022's without
 * an extension that could do harm, and have 6 decimals. Then our account for it is listed as the one that receives.
 * While Solana or Postgres cannot be reached the process runs, is not ready, and asks again.
 */
@Injectable()
export class LikeMint implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private known: LikeToken | null = null;
  private readonly worker: PollingWorker;

  constructor(
    private readonly chain: Chain,
    private readonly identity: ChainIdentity,
    private readonly state: ProcessState,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.worker = new PollingWorker('look-at-mint', logger, RETRY_MS, () => this.round());
  }

  /** Null until the mint has been seen to be right. */
  get token(): LikeToken | null {
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
    if (this.known === null) {
      const retryMs = await this.lookAtMint();
      if (retryMs !== null) return retryMs;
    }
    return isComplete ? NEVER_MS : RETRY_MS;
  }

  /** Null once the mint is known to be right, otherwise when to look again. */
  private async lookAtMint(): Promise<number | null> {
    const found = await this.chain.anyOf((endpoint) => this.chain.account(endpoint, this.config.LIKE_MINT));
    const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((id) => id.toBase58() === found?.owner);
    const problem =
      !found || !program ? 'it is no mint of a token program' : this.problemOf(found.data, program);
    if (problem !== null || !program) {
      this.logger.error({ mint: this.config.LIKE_MINT }, `LIKE_MINT cannot be used: ${problem}`);
      return WRONG_RETRY_MS;
    }
    const token = { mint: this.config.LIKE_MINT, program: program.toBase58() };
    if (!(await this.receive(token))) return WRONG_RETRY_MS;
    this.known = token;
    return null;
  }

  /** Lists our account as the one that members are told; false when it must not be. */
  private async receive(token: LikeToken): Promise<boolean> {
    const owner = this.config.RECEIVING_WALLET;
    const account = tokenAccountOf(token, owner);
    const rejection = await this.database.transaction((tx) => makeCurrent(tx, { ...token, account, owner }));
    if (rejection === null) return true;
    const reason = rejection === 'cold' ? 'it is declared as cold storage' : 'its account has been closed';
    this.logger.error({ owner, account }, `RECEIVING_WALLET cannot be used: ${reason}`);
    return false;
  }

  /** What keeps these bytes from being our mint, or null. */
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
