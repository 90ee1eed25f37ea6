import { z } from 'zod';
import type { AccountState } from '../chain/account-state.js';
import type { Commitment } from '../chain/commitment.js';
import type { HistoryEntry } from '../chain/history.js';
import type { Call } from '../rpc/response.js';
import { encodeAccount } from '../rpc/encode-account.js';
import { accountConfig, address, maybe, moment, read, signature } from '../rpc/params.js';
import { RpcError } from '../rpc/rpc-error.js';
import type { View } from '../rpc/view.js';

const MAX_SUBSCRIPTIONS = 200;

/** Checks for news; returns the values to send, and whether these were the last. */
type Look = (view: View) => { news: unknown[]; isLast?: boolean };
interface Subscription {
  readonly kind: string;
  readonly look: Look;
}

/** Subscriptions of one websocket. */
export class Subscriptions {
  private readonly byId = new Map<number, Subscription>();

  constructor(
    private readonly view: () => View,
    private readonly send: (message: object) => void,
    private readonly nextId: () => number,
  ) {}

  /** Returns the method that subscribes or unsubscribes; undefined for every other call. */
  methodOf({ method }: Call): ((call: Call) => unknown) | undefined {
    const match = /^(\w+?)(Subscribe|Unsubscribe)$/.exec(method);
    const kind = match?.[1] ?? '';
    const begin = BEGINNINGS[kind];
    if (!begin) return undefined;
    return match?.[2] === 'Subscribe' ? (call) => this.add(kind, begin, call) : (call) => this.remove(call);
  }

  /** Sends all news. */
  tell(): void {
    const view = this.view();
    for (const [id, { kind, look }] of this.byId) {
      const { news, isLast } = look(view);
      for (const result of news)
        this.send({ jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription: id } });
      if (isLast) this.byId.delete(id);
    }
  }

  private add(kind: string, begin: Begin, { params = [] }: Call): number {
    if (this.byId.size >= MAX_SUBSCRIPTIONS)
      throw new RpcError(-32602, `Too many subscriptions; max ${MAX_SUBSCRIPTIONS}`);
    const look = begin(this.view(), params);
    const id = this.nextId();
    this.byId.set(id, { kind, look });
    return id;
  }

  private remove({ params = [] }: Call): boolean {
    const [id] = read(z.tuple([z.number()]), params);
    if (this.byId.delete(id)) return true;
    throw new RpcError(-32602, 'Invalid subscription id.');
  }
}

type Begin = (view: View, params: unknown) => Look;

const signatureBegins: Begin = (_, params) => {
  const [wanted, config] = read(z.tuple([signature, maybe(moment)]), params);
  return (view) => {
    const entry = view.find(wanted, config?.commitment ?? 'finalized');
    if (!entry) return { news: [] };
    return { news: [view.withContext(entry.slot, { err: entry.err })], isLast: true };
  };
};

const accountBegins: Begin = (first, params) => {
  const [wanted, config] = read(z.tuple([address, maybe(accountConfig)]), params);
  const slotOf = (view: View) => view.slot(config?.commitment ?? 'finalized');
  const stateOf = (view: View) => view.chain.accounts.at(wanted, slotOf(view));
  let told = stateOf(first);
  return (view) => {
    const state = stateOf(view);
    if (state === told) return { news: [] };
    told = state;
    const slot = slotOf(view);
    return { news: [view.withContext(slot, encodeOrEmpty(view, slot, state ?? null, config))] };
  };
};

const logsBegins: Begin = (first, params) => {
  const mentions = z.object({ mentions: z.array(address).length(1) });
  const [wanted, config] = read(
    z.tuple([z.union([z.literal('all'), z.literal('allWithVotes'), mentions]), maybe(moment)]),
    params,
  );
  const mentioned = typeof wanted === 'string' ? undefined : wanted.mentions[0];
  const newEntries = entriesSince(first, config?.commitment);
  return (view) => ({
    news: newEntries(view).flatMap((entry) => {
      const { keys, err, logs } = view.chain.read(entry);
      if (mentioned !== undefined && !keys.includes(mentioned)) return [];
      return [view.withContext(entry.slot, { signature: entry.signature, err, logs })];
    }),
  });
};

const programBegins: Begin = (first, params) => {
  const [wanted, config] = read(z.tuple([address, maybe(accountConfig)]), params);
  const newEntries = entriesSince(first, config?.commitment);
  return (view) => ({
    news: newEntries(view).flatMap((entry) =>
      view.chain.read(entry).writes.flatMap(([pubkey]) => {
        const state = view.account(pubkey, entry.slot);
        if (state?.owner !== wanted) return [];
        return [
          view.withContext(entry.slot, { pubkey, account: encodeOrEmpty(view, entry.slot, state, config) }),
        ];
      }),
    ),
  });
};

const slotBegins: Begin = (first) => {
  const slot = slotsSince(first, 'processed');
  return (view) => ({
    news: slot(view).map((at) => ({ slot: at, parent: at - 1, root: view.slot('finalized') })),
  });
};

const rootBegins: Begin = (first) => {
  const slot = slotsSince(first, 'finalized');
  return (view) => ({ news: slot(view) });
};

const BEGINNINGS: Readonly<Record<string, Begin | undefined>> = {
  signature: signatureBegins,
  account: accountBegins,
  logs: logsBegins,
  program: programBegins,
  slot: slotBegins,
  root: rootBegins,
};

/** Returns the transactions that reached a level since the last look. */
function entriesSince(first: View, commitment: Commitment = 'finalized'): (view: View) => HistoryEntry[] {
  let next = first.chain.history.all.findIndex((entry) => !first.sees(entry, commitment));
  if (next < 0) next = first.chain.history.all.length;
  return (view) => {
    const entries: HistoryEntry[] = [];
    for (let entry = view.chain.history.all[next]; entry; entry = view.chain.history.all[next]) {
      if (entry.slot > view.slot(commitment)) break;
      if (view.sees(entry, commitment)) entries.push(entry);
      next++;
    }
    return entries;
  };
}

/** Returns the slot that a level reached, if it changed since the last look. */
function slotsSince(first: View, commitment: Commitment): (view: View) => number[] {
  let told = first.slot(commitment);
  return (view) => {
    const slot = view.slot(commitment);
    if (slot <= told) return [];
    told = slot;
    return [slot];
  };
}

const EMPTY: AccountState = {
  lamports: 0n,
  owner: '1'.repeat(32),
  executable: false,
  data: new Uint8Array(),
};

/** A deleted account is reported as an empty one. */
function encodeOrEmpty(
  view: View,
  slot: number,
  state: AccountState | null,
  config: z.output<typeof accountConfig> | null | undefined,
) {
  return encodeAccount(state ?? EMPTY, config ?? {}, (other) => view.account(other, slot));
}
