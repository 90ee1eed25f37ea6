import bs58 from 'bs58';
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
/** Belongs to no real chain. */
const GENESIS_HASH = bs58.encode(Buffer.alloc(32, 7));
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SLOT_MS = 400;
const FIRST_SLOT = 300_000_000;
const RICH = 10n ** 15n;

/** A wallet of an outside person. */
export interface SimulatedWallet {
  readonly address: string;
  /** The wallet's signature of a text, in base58. */
  sign(text: string): string;
}

/** A transfer of LIKE as the chain stores it. */
export interface Transfer {
  readonly signature: string;
  readonly slot: number;
  readonly finalAtMs: number;
  readonly from: string;
  /** The receiving token account. */
  readonly to: string;
  readonly toOwner: string;
  readonly amount: bigint;
  readonly memo: string | null;
  readonly hasFailed: boolean;
}

/** Faults of an endpoint at the moment. */
export interface EndpointFaults {
  /** Probability that rows of history are missing from a page. */
  readonly losesRows: number;
  /** Delay behind finality in milliseconds. */
  readonly lagMs: number;
  /** True if it reports a wrong amount. */
  readonly lies: boolean;
}

/** Makes a wallet whose key comes from the seed. */
export function makeWallet(random: Random): SimulatedWallet {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, random.bytes(32)]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    address: bs58.encode(spki.subarray(-32)),
    sign: (text) => bs58.encode(sign(null, Buffer.from(text), key)),
  };
}

/** Solana as seen through its JSON-RPC: transfers of one mint that become final after a while. */
export class SimulatedChain {
  readonly mint: string;
  readonly transfers: Transfer[] = [];
  private lastFinalAtMs = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly startMs: number,
  ) {
    this.mint = makeWallet(random).address;
  }

  /** Sends LIKE (in base units of six decimals) to a token account; it becomes final after a while. */
  transfer(
    from: string,
    { account, owner }: { account: string; owner: string },
    amount: bigint,
    memo: string | null,
  ): Transfer {
    // Keeps the slots becoming final in their order.
    const finalAtMs = this.scheduler.nowMs + this.random.between(5000, 20_000);
    this.lastFinalAtMs = Math.max(this.lastFinalAtMs, finalAtMs);
    const made = {
      signature: bs58.encode(this.random.bytes(64)),
      slot: FIRST_SLOT + Math.floor((this.scheduler.nowMs - this.startMs) / SLOT_MS),
      finalAtMs: this.lastFinalAtMs,
      from,
      to: account,
      toOwner: owner,
      amount,
      memo,
      hasFailed: this.random.chance(0.05),
    };
    this.transfers.push(made);
    return made;
  }

  /** Returns the response to the body of a JSON-RPC request. */
  respond(body: unknown, faults: EndpointFaults): unknown {
    if (Array.isArray(body)) return body.map((each) => this.respond(each, faults));
    const { id, method, params } = body as { id: number; method: string; params: unknown[] };
    return { jsonrpc: '2.0', id, result: this.resultOf(method, params, faults) };
  }

  private resultOf(method: string, params: unknown[], faults: EndpointFaults): unknown {
    const [first, options] = params as [string & string[], { before?: string; limit?: number }];
    if (method === 'getGenesisHash') return GENESIS_HASH;
    if (method === 'getAccountInfo') return { value: { owner: TOKEN_PROGRAM, data: [MINT_DATA, 'base64'] } };
    if (method === 'getSignaturesForAddress') return this.history(first, options, faults);
    if (method === 'getTransaction') return this.transaction(first, faults);
    if (method === 'getTokenAccountBalance') return { value: { amount: this.balanceOf(first).toString() } };
    return { value: first.map((signature) => this.statusOf(signature, faults)) };
  }

  balanceOf(account: string): bigint {
    return this.finalOnes({ lagMs: 0 })
      .filter(({ to, hasFailed }) => to === account && !hasFailed)
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  private finalOnes({ lagMs }: Pick<EndpointFaults, 'lagMs'>): Transfer[] {
    return this.transfers.filter(({ finalAtMs }) => finalAtMs + lagMs <= this.scheduler.nowMs);
  }

  private history(
    account: string,
    { before, limit = 1000 }: { before?: string; limit?: number },
    faults: EndpointFaults,
  ) {
    const rows = this.finalOnes(faults).filter(({ to }) => to === account);
    rows.sort((one, other) => other.slot - one.slot || (one.signature < other.signature ? 1 : -1));
    const from = before === undefined ? 0 : rows.findIndex(({ signature }) => signature === before) + 1;
    // Real nodes are known to return the newest page when they do not know `before`.
    return rows
      .slice(from, from + limit)
      .filter(() => !this.random.chance(faults.losesRows))
      .map(({ signature, slot }) => ({ signature, slot }));
  }

  private statusOf(wanted: string, faults: EndpointFaults) {
    const found = this.transfers.find(({ signature }) => signature === wanted);
    if (!found) return null;
    const isFinal = found.finalAtMs + faults.lagMs <= this.scheduler.nowMs;
    return { confirmationStatus: isFinal ? 'finalized' : 'confirmed' };
  }

  private transaction(wanted: string, faults: EndpointFaults) {
    const found = this.finalOnes(faults).find(({ signature }) => signature === wanted);
    if (!found) return null;
    const { slot, signature, from, to, toOwner, memo, hasFailed } = found;
    const amount = faults.lies ? found.amount + 1n : found.amount;
    const memoData = memo === null ? [] : [{ programIdIndex: 3, data: bs58.encode(Buffer.from(memo)) }];
    const held = (accountIndex: number, owner: string, base: bigint) => ({
      ...{ accountIndex, mint: this.mint, owner, programId: TOKEN_PROGRAM },
      uiTokenAmount: { amount: base.toString(), decimals: 6 },
    });
    const moved = hasFailed ? 0n : amount;
    return {
      slot,
      transaction: {
        signatures: [signature],
        message: {
          accountKeys: [from, bs58.encode(Buffer.alloc(32, 7)), to, MEMO_PROGRAM],
          instructions: memoData,
        },
      },
      meta: {
        err: hasFailed ? { InstructionError: [0, 'Custom'] } : null,
        preTokenBalances: [held(1, from, RICH), held(2, toOwner, 0n)],
        postTokenBalances: [held(1, from, RICH - moved), held(2, toOwner, moved)],
      },
    };
  }
}

/** An initialised mint of 6 decimals without authorities, as its 82 bytes. */
const MINT_DATA = (() => {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(RICH, 36);
  data.writeUInt8(6, 44);
  data.writeUInt8(1, 45);
  return data.toString('base64');
})();
