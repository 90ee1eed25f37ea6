import { ProcessState } from '@likewell/service-kit/boot/process-state';
import { CONFIG, LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Loop } from '@likewell/service-kit/boot/loop';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  ExtensionType,
  getAssociatedTokenAddressSync,
  getExtensionTypes,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  unpackMint,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { LIKE_DECIMALS } from '@likewell/contracts/kernel/money';
import type { WatcherConfig } from '../config.js';
import type { LikeToken } from '../domain/judge-deposit.js';
import { Chain } from './chain.js';

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
 * The mint, looked at before anything is credited: it must be the classic token program's, or Token-2022's without
 * an extension that could do harm, and have 6 decimals. While Solana cannot be reached the process runs, is
 * not ready, and asks again.
 */
@Injectable()
export class LikeMint implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private known: LikeToken | null = null;
  private readonly loop: Loop;

  constructor(
    private readonly chain: Chain,
    private readonly state: ProcessState,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop('look-at-mint', logger, RETRY_MS, () => this.round());
  }

  /** Null until the mint has been seen to be right. */
  get token(): LikeToken | null {
    return this.known;
  }

  onApplicationBootstrap(): void {
    this.state.readyWhen('mint', () => this.known !== null);
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<number> {
    const found = await this.chain.anyOf((endpoint) => this.chain.account(endpoint, this.config.LIKE_MINT));
    const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((id) => id.toBase58() === found?.owner);
    const problem =
      !found || !program ? 'it is no mint of a token program' : this.problemOf(found.data, program);
    if (problem !== null || !program) {
      this.logger.error({ mint: this.config.LIKE_MINT }, `LIKE_MINT cannot be used: ${problem}`);
      return WRONG_RETRY_MS;
    }
    const [mint, owner] = [this.config.LIKE_MINT, this.config.RECEIVING_WALLET];
    const account = getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), true, program);
    this.known = { mint, owner, program: program.toBase58(), account: account.toBase58() };
    return NEVER_MS;
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
