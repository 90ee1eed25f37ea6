/** The part of rpc-websockets that web3.js makes one of for each chain that it asks; without a subscription it only listens. */
export class CommonClient {
  on(): this {
    return this;
  }
}

/** Opens no socket: the page asks the chain by HTTP alone, and its policy would not let one through. */
export function WebSocket(): never {
  throw new Error('The page opens no socket to the chain.');
}
