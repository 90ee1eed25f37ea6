import { getDepositSettings } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { freePort } from '@likewell/testing/spawn-server';
import { eventually } from '@likewell/testing/eventually';
import {
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
  createInitializeTransferFeeConfigInstruction,
  ExtensionType,
  getMintLen,
  MINT_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, SystemProgram, type PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { WatcherUnderTest } from './watcher-under-test.js';

/** Shorter than the interval between two requests of a watcher that has found a problem. */
const AFTER_ASKING_MS = 300;

const accountInfo = z.looseObject({
  value: z.looseObject({ owner: z.string(), data: z.tuple([z.string(), z.string()]) }).nullable(),
});
type Account = NonNullable<z.output<typeof accountInfo>['value']>;

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
    watcher = await WatcherUnderTest.start({ endpoints: 2 });
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

  /**
   * Starts a replica that is configured with this mint, and passes a function that returns whether it is
   * ready.
   * @param lie what one of the two nodes responds instead of the real account
   */
  async function withWatcherOf(
    mint: PublicKey,
    look: (isReady: () => Promise<boolean>) => Promise<void>,
    lie: (account: Account) => Account = (account) => account,
  ): Promise<void> {
    const LIKE_MINT = mint.toBase58();
    let asked = 0;
    watcher.solana.setFaults({
      methods: ['getAccountInfo'],
      rewrite: (_, result, [address]) => {
        if (address !== LIKE_MINT) return result;
        asked += 1;
        const { value, ...rest } = accountInfo.parse(result);
        return { ...rest, value: value && lie(value) };
      },
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

  const ofToken2022 = (account: Account): Account => ({
    ...account,
    owner: TOKEN_2022_PROGRAM_ID.toBase58(),
  });
  const withoutExtensions = ({ data: [bytes, encoding], ...account }: Account): Account => {
    const mint = Buffer.from(bytes, 'base64').subarray(0, MINT_SIZE);
    return { ...account, data: [mint.toString('base64'), encoding] };
  };

  it.each<[string, () => PublicKey, (account: Account) => Account]>([
    ['another program runs', () => create({ program: TOKEN_PROGRAM_ID }), ofToken2022],
    ['has no extension', () => create(fee), withoutExtensions],
  ])('must not be one that by one node alone %s: no account is listed for it', async (_, create, lie) => {
    const mint = create();
    const listed = async () => {
      const { rows } = await watcher.owner.query('SELECT FROM receiving_account WHERE mint = $1', [
        mint.toBase58(),
      ]);
      return rows;
    };
    const look = async (isReady: () => Promise<boolean>) => {
      await sleep(AFTER_ASKING_MS);
      expect(await isReady()).toBe(false);
    };
    await withWatcherOf(mint, look, lie);
    expect(await listed()).toEqual([]);
  });

  describe('once it is listed, while a node is away', () => {
    const away = () => watcher.endpoints[1]?.setFaults({ response: 500 });
    afterEach(() => {
      for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    });

    it('must not be one that by the other node another program runs', async () => {
      await watcher.newMember();
      away();
      const look = async (isReady: () => Promise<boolean>) => {
        await sleep(AFTER_ASKING_MS);
        expect(await isReady()).toBe(false);
      };
      await withWatcherOf(watcher.mint, look, ofToken2022);
    });

    it('is told members by a replica that starts then', async () => {
      const { id: memberId } = await watcher.newMember();
      await watcher.service.replica.stop();
      away();
      const replica = await watcher.addReplica();
      expect(await watcher.bus.call(getDepositSettings, { memberId })).toMatchObject({
        mint: watcher.mint.toBase58(),
        receivingWallet: watcher.receiver.publicKey.toBase58(),
      });
      await replica.stop();
    });
  });
});
