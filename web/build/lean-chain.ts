import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const NO_SOCKET = resolve(import.meta.dirname, 'no-socket.ts');

/**
 * Leaves rpc-websockets out of web3.js, which only subscriptions need and the page has none. It is under the LGPL, whose
 * terms a bundle cannot keep: whoever has the page must be able to put another version in its place. Fails the build
 * when a version of web3.js asks for it no longer.
 */
export function leanChain(): Plugin {
  let isFound = false;
  return {
    name: 'likewell:lean-chain',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== 'rpc-websockets' || !importer?.includes('/@solana/web3.js/')) return null;
      isFound = true;
      return NO_SOCKET;
    },
    buildEnd(error) {
      if (!isFound && !error) this.error('web3.js asks for no rpc-websockets any more.');
    },
  };
}
