// @ts-check
import { FaultProxy } from './fault-proxy.mjs';

/**
 * @typedef {import('../../stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec
 * @typedef {{ from: string, to: string, proxy: FaultProxy }} Link from one replica to one server
 */

/** Targets behind a process's variable: an address, or several separated by commas. */
const TARGETS = {
  NATS_URL: 'nats',
  DATABASE_URL: 'postgres',
  REDIS_URL: 'redis',
  SOLANA_RPC_URLS: 'solana-stand-in',
  OPENAI_BASE_URL: 'openai-stand-in',
  MODERATION_BASE_URL: 'openai-stand-in',
  PRICE_API_URL: 'price-stand-in',
  PRICE_HISTORY_URL: 'price-stand-in',
  BITCOIN_SOURCES: 'bitcoin-stand-in',
};
const SERVERS = ['nats', 'postgres', 'redis'];

/** Number of the chain's addresses that the watcher gets; both must agree before it credits anything. */
const CHAIN_ENDPOINTS = 2;

/** Every link of the stack, each through a proxy of its own. */
export class Links {
  /** @type {Link[]} */
  all = [];

  /**
   * Returns the same process with all its links through proxies.
   * @param {ProcessSpec} spec
   * @returns {Promise<ProcessSpec>}
   */
  async behindProxies(spec) {
    const env = { ...spec.env };
    for (const [variable, to] of Object.entries(TARGETS)) {
      const [address] = env[variable]?.split(',') ?? [];
      if (!address) continue;
      const count = variable === 'SOLANA_RPC_URLS' ? CHAIN_ENDPOINTS : 1;
      const urls = Array.from({ length: count }, async () => {
        const url = new URL(address);
        url.port = String((await this.open(spec.name, to, Number(url.port))).port);
        return url.href;
      });
      env[variable] = (await Promise.all(urls)).join(',');
    }
    return { ...spec, env };
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {number} port of the target `to`
   * @returns {Promise<FaultProxy>}
   */
  async open(from, to, port) {
    const proxy = await FaultProxy.to(port, SERVERS.includes(to) ? 'stream' : 'http');
    this.all.push({ from, to, proxy });
    return proxy;
  }

  close() {
    for (const { proxy } of this.all) proxy.close();
  }
}
