import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashOfHeader } from '../src/bitcoin/block-header.js';

/** The noon after which block 829,704 of the Bitcoin chain was the first one. */
export const REAL_NOON = new Date('2024-02-09T17:00:00Z');

const LOWEST = 829_699;
const HEADERS = [
  '00e06421218e02dce5644a8deb629dd03a5d7e50a09cf30a429100000000000000000000a89fae3a0bfee7d8076f9f242b96dbb95ac130f3643aa49f5026b9451bacde13d74dc6655dba0317bd8dfb59',
  '00600020bb49c6978d738050108344bfab035c9a28cb79ddef9d0200000000000000000040a4d44d9846bcbad8292f8014d26daf76951d1c3085cb096a245c067a9ecb8e7050c6655dba03170a39b525',
  '00000020887bc155c2aface13a9e19d1e9be158c73f6217e2035010000000000000000002cde3fb5bad1edf279c59e94dbccfe51811ffd0dfde7fc3877ee136fd6234392a453c6655dba03170c60f1a2',
  '0060a7244313c68324556eadf3b73d543c66b608df79eb12d21f02000000000000000000d9e7c5861530c030fb392427cdc53331eddd58914a687afec06fa38438315e89db58c6655dba0317413236d8',
  '004045271b990fc6f639ea32019c21512ed4dbf2bce9ad8056230100000000000000000058059b45a107ad39c0a154ab1d9907ad542ca0f6118458525c692316c4376df4105ac6655dba03175072078f',
  '000021238a5cc9750e187a40854067f86f6912f7072a499e5fba02000000000000000000e7fb7e91e5b6b37c1d929544508e62400b54bc9001703404a8e14e663fa2e2f2cd5ac6655dba0317714e6849',
  '00002020a60ca8693477a6dbe36b4f2d7efc0a0c04b7020aaeef020000000000000000006c6eb054ec47209bd1461f1e7828239408933d2f37ec38130a106821db9251e57d5cc6655dba03171f096043',
  '000080209ea91881565735a8b4b9ee7a1294017fd8da9097f41c02000000000000000000d2f1e81ab7bdd169895b367afcef5efb096b0a689f90b45cd515276a0ee030e50f5ec6655dba03177212a0e8',
  '00208f2f74f316ec95bb6506f86fc05056a27a352cccdb4de611010000000000000000007668a286b6cf704bd02f5e315bba3aeb7cd75101bb0676aeafa32de3f3c9e6ce6063c6655dba031714086d29',
  '0020f926c67add47b6946583600c5518ac4364d3c9eac6a7df0b0200000000000000000038cf68d7dbd818fa32f0d9906e55f26e2e52e682ae8748121ae1bbd86487b4f44b66c6655dba031714955b2a',
  '00a0e830195b271b61dc5222b569e7c6a3cdd108fe0008269611030000000000000000002e772945d84312ade595c704a81f7812122e161208c7c00b2f2af50a2868755e8767c6655dba031742f407b4',
];
const HIGHEST = LOWEST + HEADERS.length - 1;

/** Starts an explorer that serves Bitcoin's real blocks around that noon, six of them after it. */
export async function startRealExplorer() {
  const server = createServer((request, response) => {
    const [, , height = ''] = (request.url ?? '').split('/');
    const from = Number(height);
    if (height === 'tip') response.end(String(HIGHEST));
    else
      response.end(
        JSON.stringify(
          HEADERS.slice(0, from - LOWEST + 1)
            .map(describe)
            .toReversed(),
        ),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function describe(header: string, index: number) {
  const bytes = Buffer.from(header, 'hex');
  const timestamp = bytes.readUInt32LE(68);
  return {
    id: hashOfHeader(header),
    height: LOWEST + index,
    version: bytes.readInt32LE(0),
    timestamp,
    // The blocks look hours older, so that the search requests none below them.
    mediantime: 0,
    merkle_root: backwards(bytes.subarray(36, 68)),
    previousblockhash: backwards(bytes.subarray(4, 36)),
    bits: bytes.readUInt32LE(72),
    nonce: bytes.readUInt32LE(76),
  };
}

const backwards = (hash: Uint8Array) => Buffer.from(hash).reverse().toString('hex');
