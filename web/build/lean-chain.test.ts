import type { Connection } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { buildInMemory } from './build-in-memory.ts';
import { leanChain } from './lean-chain.ts';

it('the chain is asked by HTTP without rpc-websockets', async () => {
  const source = "export { Connection } from '@solana/web3.js';";
  const [{ code, moduleIds }] = await buildInMemory(source, [leanChain()]);
  expect(moduleIds.filter((id) => id.includes('/rpc-websockets/'))).toEqual([]);

  const { Connection: Lean } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    Connection: typeof Connection;
  };
  const answer = async (_: unknown, { body = '' }: { body?: unknown } = {}) => {
    const { id } = JSON.parse(String(body)) as { id: string };
    return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result: 42 }));
  };
  const connection = new Lean('https://chain.example', { fetch: answer });
  expect(await connection.getBlockHeight()).toBe(42);
});

it('a build without what is left out fails', async () => {
  await expect(buildInMemory('export default 1;', [leanChain()])).rejects.toThrow(/rpc-websockets/);
});
