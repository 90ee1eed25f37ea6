import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeProcess } from '@likewell/testing/node-process';
import { freePort } from '@likewell/testing/spawn-server';
import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Keypair, PublicKey } from '@solana/web3.js';
import { MINT, RECEIVING_TOKEN_ACCOUNT, RECEIVING_WALLET } from '../src/keys.js';
import { startSolana, type LocalSolana } from '../src/start-solana.js';
import { call } from './rpc-client.js';

const PROJECT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'likewell-ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tokenAccountOf = (owner: PublicKey) => getAssociatedTokenAddressSync(MINT.publicKey, owner);

function deposit(solana: LocalSolana, member: Keypair, from: PublicKey, amount: bigint): string {
  const { signature, err } = solana.send(
    [
      createTransferCheckedInstruction(
        from,
        MINT.publicKey,
        RECEIVING_TOKEN_ACCOUNT,
        member.publicKey,
        amount,
        6,
      ),
    ],
    [member],
  );
  if (err) throw new Error(JSON.stringify(err));
  return signature;
}

it('has the addresses that the launcher tells to the other processes', () => {
  const topology = readFileSync(join(PROJECT, '../../stack/topology.mjs'), 'utf8');
  expect(topology).toContain(`LIKE_MINT: '${MINT.publicKey.toBase58()}'`);
  expect(topology).toContain(`RECEIVING_WALLET: '${RECEIVING_WALLET.toBase58()}'`);
});

it('keeps all that it answered when it is killed in the middle of its work, again and again', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const data = join(folder, 'killed');
  const node = await NodeProcess.prepare(PROJECT, {
    PORT: String(port),
    DATA_FOLDER: data,
    SOLANA_SLOT_MS: '50',
  });
  const answered: string[] = [];
  const members = Array.from({ length: 5 }, () => Keypair.generate().publicKey.toBase58());
  const state = async () => ({
    genesis: await call<string>(url, 'getGenesisHash'),
    records: await Promise.all(
      answered.map((signature) => call(url, 'getTransaction', signature, 'jsonParsed')),
    ),
    accounts: await call(url, 'getMultipleAccounts', [
      ...members,
      ...members.map((one) => tokenAccountOf(new PublicKey(one)).toBase58()),
      MINT.publicKey.toBase58(),
    ]),
    history: await call<{ signature: string }[]>(url, 'getSignaturesForAddress', MINT.publicKey.toBase58()),
  });
  const allFinal = async () => {
    const target = await call<number>(url, 'getSlot', { commitment: 'processed' });
    while ((await call<number>(url, 'getSlot')) < target)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  try {
    let slot = 0;
    let known: Awaited<ReturnType<typeof state>> | undefined;
    for (let round = 0; round < 2; round++) {
      await node.start();
      const now = await call<number>(url, 'getSlot', { commitment: 'processed' });
      expect(now).toBeGreaterThan(slot);
      if (known) {
        const { genesis, records } = await state();
        expect([genesis, records.slice(0, known.records.length)]).toEqual([known.genesis, known.records]);
      }
      const work = members.map(async (member) => {
        for (;;) {
          const given = await call<{ signature: string }>(url, 'likewell_faucet', member, 1).catch(
            () => null,
          );
          if (!given) return;
          answered.push(given.signature);
        }
      });
      const enough = answered.length + 30;
      while (answered.length < enough) await new Promise((resolve) => setTimeout(resolve, 5));
      // It stands for 150 slots, in which the node is started again.
      const { value } = await call(url, 'getLatestBlockhash', { commitment: 'processed' });
      slot = await call<number>(url, 'getSlot', { commitment: 'processed' });
      await node.stop('SIGKILL');
      await Promise.all(work);
      // What a power failure may leave behind: a line that was never acknowledged, cut off anywhere.
      appendFileSync(join(data, 'ledger.jsonl'), '{"type":"transaction","signature":"5x');

      await node.start();
      const statuses = await call(url, 'getSignatureStatuses', answered.slice(-256), {
        searchTransactionHistory: true,
      });
      expect(statuses.value.filter((status: unknown) => status === null)).toEqual([]);
      expect((await call(url, 'isBlockhashValid', value.blockhash, { commitment: 'processed' })).value).toBe(
        true,
      );
      await allFinal();
      known = await state();
      expect(known.records).not.toContain(null);
      await node.stop('SIGTERM');
    }
    expect(answered.length).toBeGreaterThanOrEqual(60);
    const given = known?.accounts.value
      .slice(5, 10)
      .reduce(
        (sum: bigint, account: { data: [string] }) =>
          sum + Buffer.from(account.data[0], 'base64').readBigUInt64LE(64),
        0n,
      );
    expect(given).toBeGreaterThanOrEqual(BigInt(answered.length) * 1_000_000n);
  } finally {
    await node.stop('SIGKILL');
  }
}, 180_000);

async function supplyOf({ url, mint }: LocalSolana): Promise<string> {
  const { value } = await call(url, 'getAccountInfo', mint, { encoding: 'jsonParsed' });
  return value.data.parsed.info.supply;
}

it('goes on after a kill in its first moments, and begins only once', async () => {
  const data = join(folder, 'beginning');
  await (await startSolana({ folder: data })).stop();
  const whole = readFileSync(join(data, 'ledger.jsonl'), 'utf8').split('\n');
  for (let lines = 1; lines < whole.length; lines++) {
    const partial = join(folder, `beginning-${lines}`);
    await (await startSolana({ folder: partial })).stop();
    writeFileSync(join(partial, 'ledger.jsonl'), `${whole.slice(0, lines).join('\n')}\n`);
    const solana = await startSolana({ folder: partial });
    expect([await supplyOf(solana), await call<number>(solana.url, 'getTransactionCount')]).toEqual([
      String(10n ** 15n),
      3,
    ]);
    await solana.stop();
  }
});

it('a beginning that goes on long after a kill is final at once', async () => {
  const data = join(folder, 'late');
  const slotMs = 40;
  await (await startSolana({ folder: data, slotMs })).stop();
  const lines = readFileSync(join(data, 'ledger.jsonl'), 'utf8').split('\n');
  writeFileSync(join(data, 'ledger.jsonl'), `${lines.slice(0, -3).join('\n')}\n`);
  // More slots than a beginning has.
  await new Promise((resolve) => setTimeout(resolve, 70 * slotMs));
  const solana = await startSolana({ folder: data, slotMs });
  expect(await supplyOf(solana)).toBe(String(10n ** 15n));
  await solana.stop();
});

it('loads a thousand deposits, each as it was', async () => {
  const count = 1000;
  const data = join(folder, 'many');
  const member = Keypair.generate();
  const first = await startSolana({ folder: data });
  first.faucet(member.publicKey.toBase58(), '100000');
  const from = tokenAccountOf(member.publicKey);
  const made = Array.from({ length: count }, (_, index) => deposit(first, member, from, BigInt(index + 1)));
  await first.stop();
  const second = await startSolana({ folder: data });
  second.skipSlots();
  const { value } = await call(second.url, 'getTokenAccountBalance', second.receivingTokenAccount);
  expect(value.amount).toBe(String((count * (count + 1)) / 2));
  const found = await call(second.url, 'getTransaction', made[count / 2 - 1]);
  expect(found.meta.postTokenBalances.length).toBe(2);
  await second.stop();
});
