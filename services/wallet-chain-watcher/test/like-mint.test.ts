import { freePort } from '@likewell/testing/spawn-server';
import { eventually } from '@likewell/testing/eventually';
import {
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
  createInitializeTransferFeeConfigInstruction,
  ExtensionType,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, SystemProgram, type PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { WatcherUnderTest } from './watcher-under-test.js';

/** Two asks of a watcher that does not like what it sees are further apart. */
const AFTER_ASKING_MS = 300;

interface Mint {
  readonly program: PublicKey;
  readonly decimals?: number;
  readonly extensions?: ExtensionType[];
  readonly extend?: (mint: PublicKey, authority: PublicKey) => TransactionInstruction;
}

describe('the mint that a watcher is told of', () => {
  let watcher: WatcherUnderTest;
  let payer: Keypair;

  beforeAll(async () => {
    watcher = await WatcherUnderTest.start();
    payer = watcher.newWallet();
  });
  afterAll(() => watcher.stop());

  function create({ program, decimals = 6, extensions = [], extend }: Mint): PublicKey {
    const mint = Keypair.generate();
    const space = getMintLen(extensions);
    watcher.send(
      [
        SystemProgram.createAccount({
          fromPubkey: payer.publicKey,
          newAccountPubkey: mint.publicKey,
          lamports: 10_000_000,
          space,
          programId: program,
        }),
        ...(extend ? [extend(mint.publicKey, payer.publicKey)] : []),
        createInitializeMint2Instruction(mint.publicKey, decimals, payer.publicKey, null, program),
      ],
      payer,
      mint,
    );
    watcher.solana.skipSlots();
    return mint.publicKey;
  }

  /** Lets a replica that was told of this mint look at it, and hands over what says whether it takes traffic. */
  async function withWatcherOf(
    mint: PublicKey,
    look: (isReady: () => Promise<boolean>) => Promise<void>,
  ): Promise<void> {
    const LIKE_MINT = mint.toBase58();
    let asked = 0;
    watcher.solana.setFaults({
      methods: ['getAccountInfo'],
      rewrite: (_, result, [address]) => ((asked += address === LIKE_MINT ? 1 : 0), result),
    });
    const HEALTH_PORT = String(await freePort());
    const replica = await watcher.addReplica({ LIKE_MINT, HEALTH_PORT });
    await eventually(() => expect(asked).toBeGreaterThan(0));
    await look(async () => {
      const response = await fetch(`http://127.0.0.1:${HEALTH_PORT}/health/ready`);
      const { checks } = (await response.json()) as { checks: Record<string, boolean> };
      expect({ status: response.status, ...checks }).toMatchObject({
        status: checks.mint ? 200 : 503,
        nats: true,
      });
      return checks.mint === true;
    });
    await replica.stop();
  }

  const metadata: Mint = {
    program: TOKEN_2022_PROGRAM_ID,
    extensions: [ExtensionType.MetadataPointer],
    extend: (mint, key) => createInitializeMetadataPointerInstruction(mint, key, mint, TOKEN_2022_PROGRAM_ID),
  };
  const fee: Mint = {
    program: TOKEN_2022_PROGRAM_ID,
    extensions: [ExtensionType.TransferFeeConfig],
    extend: (mint, key) =>
      createInitializeTransferFeeConfigInstruction(mint, key, key, 500, 10n ** 9n, TOKEN_2022_PROGRAM_ID),
  };
  const delegate: Mint = {
    program: TOKEN_2022_PROGRAM_ID,
    extensions: [ExtensionType.PermanentDelegate],
    extend: (mint, key) => createInitializePermanentDelegateInstruction(mint, key, TOKEN_2022_PROGRAM_ID),
  };

  it.each<[string, () => PublicKey]>([
    ["the classic token program's, with 6 decimals", () => create({ program: TOKEN_PROGRAM_ID })],
    ["Token-2022's without an extension", () => create({ program: TOKEN_2022_PROGRAM_ID })],
    ["Token-2022's that only describes itself", () => create(metadata)],
  ])('may be %s', async (_, mint) => {
    await withWatcherOf(mint(), (isReady) => eventually(async () => expect(await isReady()).toBe(true)));
  });

  it.each<[string, () => PublicKey]>([
    ['of 9 decimals', () => create({ program: TOKEN_PROGRAM_ID, decimals: 9 })],
    ['one that withholds a fee', () => create(fee)],
    ['one whose issuer may take what others hold', () => create(delegate)],
    ['a wallet', () => payer.publicKey],
    ['an account of LIKE', () => watcher.tokenAccountOf(payer.publicKey)],
    ['nothing', () => Keypair.generate().publicKey],
  ])('must not be %s: nothing is scanned, and no traffic comes', async (_, mint) => {
    await withWatcherOf(mint(), async (isReady) => {
      await sleep(AFTER_ASKING_MS);
      expect(await isReady()).toBe(false);
    });
  });
});
