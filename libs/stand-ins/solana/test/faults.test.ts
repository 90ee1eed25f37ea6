import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Keypair, PublicKey } from '@solana/web3.js';
import { startSolana, type LocalSolana, type SolanaEndpoint } from '../src/start-solana.js';
import { call, post } from './rpc-client.js';

let solana: LocalSolana;
let liar: SolanaEndpoint;
const member = Keypair.generate();
const signatures: string[] = [];

beforeAll(async () => {
  solana = await startSolana({ slotMs: 60_000 });
  liar = await solana.openEndpoint();
  solana.faucet(member.publicKey.toBase58(), 100);
  const [mint, to] = [new PublicKey(solana.mint), new PublicKey(solana.receivingTokenAccount)];
  const from = getAssociatedTokenAddressSync(mint, member.publicKey);
  for (let amount = 1n; amount <= 4n; amount++) {
    const transfer = createTransferCheckedInstruction(from, mint, to, member.publicKey, amount, 6);
    signatures.unshift(solana.send([transfer], [member]).signature);
    solana.skipSlots(10);
  }
  solana.skipSlots();
});
afterAll(() => solana.stop());
afterEach(() => liar.setFaults({}));

const rows = async (options = {}, url = liar.url) =>
  (
    await call<{ signature: string }[]>(url, 'getSignaturesForAddress', solana.receivingTokenAccount, {
      limit: 4,
      ...options,
    })
  ).map(({ signature }) => signature);

it('an endpoint misbehaves while another of the same chain does not, and heals', async () => {
  liar.setFaults({ response: 429 });
  const rejected = await post(liar.url, {});
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await rows({}, solana.url)).toEqual(signatures);
  liar.setFaults({});
  expect(await rows()).toEqual(signatures);
});

it('only the methods that a test names are spoilt', async () => {
  liar.setFaults({
    methods: ['getSignaturesForAddress'],
    error: { code: -32005, message: 'Node is behind' },
  });
  await expect(rows()).rejects.toThrow('-32005 Node is behind');
  expect(await call(liar.url, 'getHealth')).toBe('ok');
  liar.setFaults({ methods: ['getHealth'], response: 503 });
  await expect(call(liar.url, 'getHealth')).rejects.toThrow('HTTP 503');
  expect(await rows()).toEqual(signatures);
});

it('an endpoint answers garbage, a redirect, without an end, cut off, late, or not at all', async () => {
  liar.setFaults({ response: 'garbage' });
  await expect(rows()).rejects.toThrow('JSON');
  liar.setFaults({ response: 'redirect' });
  await expect(rows()).rejects.toThrow('HTTP 302');
  liar.setFaults({ response: 'drop' });
  await expect(rows()).rejects.toThrow('fetch failed');
  for (const response of ['hang', 'endless'] as const) {
    liar.setFaults({ response });
    const asked = fetch(liar.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(300),
    }).then((response) => response.text());
    await expect(asked).rejects.toThrow('timeout');
  }
  liar.setFaults({ delayMs: 200 });
  const begun = Date.now();
  expect(await rows()).toEqual(signatures);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(199);
});

it('an endpoint tells of each request that meets a fault', async () => {
  let met = 0;
  liar.setFaults({ methods: ['getSignaturesForAddress'], response: 500, onRequest: () => (met += 1) });
  for (let count = 1; count <= 3; count += 1) await expect(rows()).rejects.toThrow('HTTP 500');
  await call(liar.url, 'getTransaction', signatures[0]);
  expect(met).toBe(3);
});

it('an endpoint lags, loses rows, lists them twice, forgets cursors, and lies', async () => {
  liar.setFaults({ lagSlots: 15 });
  expect(await rows()).toEqual(signatures.slice(1).concat(expect.any(String) as string));
  expect(await call(liar.url, 'getTransaction', signatures[0])).toBeNull();
  const balance = () => call(liar.url, 'getTokenAccountBalance', solana.receivingTokenAccount);
  expect((await balance()).value.amount).toBe('6');

  liar.setFaults({ vanish: (signature) => signature === signatures[1] });
  expect(await rows()).not.toContain(signatures[1]);
  expect(await call(liar.url, 'getTransaction', signatures[1])).toBeNull();
  expect((await call(liar.url, 'getSignatureStatuses', [signatures[1]])).value).toEqual([null]);

  liar.setFaults({ duplicate: true });
  expect(await rows({ limit: 2 })).toEqual([signatures[0], signatures[0]]);

  liar.setFaults({ forgetCursors: true });
  expect(await rows({ until: signatures[2], before: signatures[0] })).toEqual(signatures);

  liar.setFaults({
    rewrite: (method, result) => (method === 'getTokenAccountBalance' ? { value: { amount: '1' } } : result),
  });
  expect((await balance()).value.amount).toBe('1');
  expect(await rows()).toEqual(signatures);
});
