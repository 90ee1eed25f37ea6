import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { api, PASSWORD, publish, request, type SignedUp, signUp } from '../support/api.ts';
import { fund, sendToLikewell } from '../support/chain.ts';
import { expect, test } from '../support/fixtures.ts';
import { totpCode } from '../support/totp-app.ts';
import { compose } from './compose.ts';
import { LightLoad } from './light-load.ts';

const CHECKOUT = join(import.meta.dirname, '../../..');
const DOCUMENT = readFileSync(join(CHECKOUT, 'docs/operations/compose.md'), 'utf8');
const PROJECT = process.env.COMPOSE_PROJECT_NAME;
const COMMANDS_MS = 300_000;
/** Volumes of the outside world, which stays when a machine of ours is lost. */
const OUTSIDE = ['solana', 'mails'];
/** The volume where the commands put the database that was there. */
const isAside = (name: string) => name.startsWith('postgres-');

test.describe('the backup of docs/operations/compose.md, taken while members tip', () => {
  let folder = '';

  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'likewell-backup-'));
  });

  test.afterAll(() => {
    rmSync(folder, { recursive: true });
    removeVolumes(isAside);
  });

  test('brings back members, balances and second factors on a machine without a volume of ours', async () => {
    if (!PROJECT) throw new Error('make test-compose says whose volumes may be removed.');
    writeFileSync(join(folder, '.env'), '');
    const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
    const post = await publish(mary, 'Before the loss');
    const wallet = await linkWallet(tom);
    await sendToLikewell(wallet, 2);
    await expect.poll(() => tokensOf(tom)).toBe(102);
    const app = await setUpApp(tom);

    const load = new LightLoad(post.id, tom);
    await load.flows();
    const before = load.sent;
    const [take = ''] = commandsUnder('Backup', folder);
    await whileWalMoves(() => run(take, folder));
    await load.stop();
    await sendToLikewell(wallet, 3);
    await expect.poll(() => tokensOf(tom)).toBeGreaterThan(104);

    const [list = '', leave = '', ...restore] = commandsUnder('Restore', folder);
    await run(list, folder);
    await run(leave, folder);
    compose('down');
    removeVolumes((name) => !OUTSIDE.includes(name) && !isAside(name));
    expect(await run(restore.join('\n'), folder)).toContain('Nothing is wrong');

    // The deposit of the time after the backup is found on the chain once more; tips of that time are lost.
    await expect.poll(() => tokensOf(tom)).toBeGreaterThan(104);
    const tips = Math.round((105 - (await tokensOf(tom))) / LightLoad.AMOUNT);
    expect(tips).toBeGreaterThanOrEqual(before);
    expect(tips).toBeLessThanOrEqual(load.sent);
    await signInByApp(tom, app);
    const again = new LightLoad(post.id, tom);
    await again.flows();
    await again.stop();
    expect(again.signedOut).toBe(0);
    const expected = (tips + again.sent) * LightLoad.AMOUNT;
    expect(await tokensOf(tom)).toBeCloseTo(105 - expected, 6);
    await expect.poll(() => likesOf(post.id)).toBeCloseTo(expected, 6);
  });
});

/** Returns the blocks of commands of a section, for this folder, checkout and project, and the backup that is there. */
function commandsUnder(heading: string, folder: string): string[] {
  const [, section = ''] = DOCUMENT.split(new RegExp(`^## ${heading}$`, 'm'));
  const [text = ''] = section.split(/^## /m);
  const [taken = ''] = readdirSync(folder).filter((name) => name.startsWith('likewell-'));
  return [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) =>
    block
      .replace(/^( *from=).*$/m, `$1'${join(folder, taken)}'`)
      .replaceAll('/…', folder)
      .replaceAll(/<(?=services\/|libs\/)/g, `<${CHECKOUT}/`)
      .replaceAll(/\blikewell_(?=postgres|nats|redis)/g, `${PROJECT}_`),
  );
}

/** Runs commands as a person types them, each after the one before has succeeded; returns what they print. */
async function run(commands: string, cwd: string): Promise<string> {
  const env = { ...process.env, COMPOSE_FILE: join(CHECKOUT, 'docker-compose.dev.yml') };
  const { stdout } = await promisify(execFile)('bash', ['-euc', commands], {
    cwd,
    env,
    timeout: COMMANDS_MS,
  });
  return stdout;
}

/**
 * Ends segments of WAL, and has checkpoints remove what need not be kept of them, until the work is done: 20 at
 * most, of 16 MB each, which are fewer than are kept.
 */
async function whileWalMoves(work: () => Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const psql = 'docker compose exec -T postgres psql -qU likewell_admin likewell';
  const moveWal = async () => {
    for (let segment = 0; segment < 20 && !ended.signal.aborted; segment += 1)
      await run(`${psql} -c 'SELECT pg_switch_wal()' -c CHECKPOINT`, tmpdir());
  };
  const done = work().finally(() => {
    ended.abort();
  });
  await Promise.all([done, moveWal()]);
}

/** Removes the volumes of this project whose names, without its own, are chosen. */
function removeVolumes(isChosen: (name: string) => boolean): void {
  const docker = (...words: string[]) => execFileSync('docker', ['volume', ...words], { encoding: 'utf8' });
  const own = `${PROJECT}_`;
  for (const volume of docker('ls', '--quiet').split('\n'))
    if (volume.startsWith(own) && isChosen(volume.slice(own.length))) docker('rm', volume);
}

const tokensOf = async ({ token }: SignedUp) =>
  (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, token)).tokens;
const likesOf = async (postId: number) =>
  (await api<{ likes_sum: number }>('GET', `/api/posts/${postId}`)).likes_sum;

/** Links a new wallet with 10 LIKE, so that what it sends is the member's. */
async function linkWallet({ token }: SignedUp): Promise<Keypair> {
  const wallet = Keypair.generate();
  const address = wallet.publicKey.toBase58();
  await fund(address, 10);
  const proof = { purpose: 'link', address };
  const { message } = await api<{ message: string }>('POST', '/api/wallet/proofs', proof, token);
  const signature = bs58.encode(nacl.sign.detached(new TextEncoder().encode(message), wallet.secretKey));
  await api('POST', '/api/wallet/links', { address, message, signature }, token);
  return wallet;
}

/** Sets up an authenticator app; returns its secret. */
async function setUpApp({ token }: SignedUp): Promise<string> {
  const { secret } = await api<{ secret: string }>('POST', '/api/users/me/totp', undefined, token);
  await api('POST', '/api/users/me/totp/confirm', { code: totpCode(secret) }, token);
  return secret;
}

/** Signs in by the password and a code of the app that was not used yet. */
async function signInByApp({ user }: SignedUp, secret: string): Promise<void> {
  const answers = { emailOrUser: user.username, password: PASSWORD };
  const response = await request('POST', '/api/auth/login', answers);
  const { details } = (await response.json()) as { details: { ticket: string } };
  await api('POST', '/api/auth/second-factor', { ticket: details.ticket, code: totpCode(secret, 1) });
}
