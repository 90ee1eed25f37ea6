// @ts-check
import { callHttp } from '../../stack/machine/http-call.mjs';
import { LOCAL_CHAIN } from '../../stack/topology.mjs';

/** A finalized transfer to our account on the stand-in's chain. */
/** @typedef {{ signature: string, amountNano: bigint, memos: string[] }} Arrival */

const NANO_PER_UNIT = 1000n;
const PAGE = 1000;

/** Reads the transfers to our account by JSON-RPC, without code of the watcher. */
export class ChainReader {
  /** @type {Map<string, Arrival>} */
  arrivals = new Map();
  #account = '';

  /** @param {string} url of the chain itself, not of a proxy */
  constructor(url) {
    this.url = url;
  }

  /** @returns {Promise<Arrival[]>} all finalized transfers, newest first */
  async read() {
    if (this.#account === '') this.#account = await this.#findAccount();
    const fresh = [];
    for (let before; ;) {
      const options = { limit: PAGE, commitment: 'finalized', ...(before && { before }) };
      /** @type {{ signature: string, err: unknown }[]} */
      const page = await this.#call('getSignaturesForAddress', [this.#account, options]);
      const news = page.filter(({ signature }) => !this.arrivals.has(signature));
      fresh.push(...news.filter(({ err }) => err === null).map(({ signature }) => signature));
      if (news.length < PAGE) break;
      before = page.at(-1)?.signature;
    }
    for (const signature of fresh) this.arrivals.set(signature, await this.#arrival(signature));
    return [...this.arrivals.values()].filter(({ amountNano }) => amountNano > 0n);
  }

  async #findAccount() {
    const filter = { mint: LOCAL_CHAIN.LIKE_MINT };
    const { value } = await this.#call('getTokenAccountsByOwner', [
      LOCAL_CHAIN.RECEIVING_WALLET,
      filter,
      { encoding: 'jsonParsed' },
    ]);
    return value[0].pubkey;
  }

  /** @param {string} signature @returns {Promise<Arrival>} */
  async #arrival(signature) {
    const options = { encoding: 'jsonParsed', commitment: 'finalized', maxSupportedTransactionVersion: 0 };
    const { meta, transaction } = await this.#call('getTransaction', [signature, options]);
    const keys = transaction.message.accountKeys.map(
      (/** @type {{ pubkey: string }} */ { pubkey }) => pubkey,
    );
    const index = keys.indexOf(this.#account);
    const amountOf = (/** @type {any[]} */ balances) =>
      BigInt(balances.find(({ accountIndex }) => accountIndex === index)?.uiTokenAmount.amount ?? 0);
    return {
      signature,
      amountNano: (amountOf(meta.postTokenBalances) - amountOf(meta.preTokenBalances)) * NANO_PER_UNIT,
      memos: transaction.message.instructions.flatMap((/** @type {any} */ { parsed }) =>
        typeof parsed === 'string' ? [parsed] : [],
      ),
    };
  }

  /** @param {string} method @param {unknown[]} params @returns {Promise<any>} */
  async #call(method, params) {
    const { body } = await callHttp(this.url, { json: { jsonrpc: '2.0', id: 1, method, params } });
    const { result, error } = body;
    if (error) throw new Error(`${method}: ${error.message ?? error}`);
    return result;
  }
}
