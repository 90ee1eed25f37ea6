// @ts-check
import { FaultProxy } from './fault-proxy.mjs';

/**
 * @typedef {import('../../stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec
 * @typedef {{ from: string, to: string, proxy: FaultProxy }} Link from one replica to one server
 */

/** Who stands behind a process's variable: an address, or several with commas between. */
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

/** How many addresses of the chain the watcher is given; both must agree before it credits anything. */
const CHAIN_ENDPOINTS = 2;

/** Every link of the stack, each through a proxy of its own. */
export class Links {
  /** @type {Link[]} */
  all = [];

  /**
   * The same process, which reaches everybody else by way of proxies.
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
   * @param {number} port of whoever is meant by `to`
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
