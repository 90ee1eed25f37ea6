import { HttpClient } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';

let stack: TestStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await startStack({
    LIMIT_READ: '5/10m',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('a limit of visitors', () => {
  const read = async (address: string) =>
    (await visitor.call('GET', '/api/posts/new', undefined, from(address))).status;
  const readFromAll = (addresses: readonly string[]) => Promise.all(addresses.map(read));
  const times = (count: number, address: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => address(index));

  it('is one for all addresses of a /64, however they are written', async () => {
    const rotating = times(20, (index) => `2001:db8:a:1:${index}::${index}`);
    expect(countOf(await readFromAll(rotating), 200)).toBe(5);
    expect(await read('2001:0DB8:000a:0001::77')).toBe(429);
    expect(await read('2001:db8:a:2::1')).toBe(200);
  });

  it('is eight times as much for all networks of a /48, and no more', async () => {
    const rotating = times(60, (index) => `2001:db8:b:${index.toString(16)}::1`);
    expect(countOf(await readFromAll(rotating), 200)).toBe(40);
    expect(await read('2001:db8:b:ffff::1')).toBe(429);
    expect(await read('2001:db8:c:1::1')).toBe(200);
  });

  it('is one for an IPv4 address and the same within IPv6', async () => {
    const addresses = times(8, (index) => (index % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'));
    expect(countOf(await readFromAll(addresses), 200)).toBe(5);
    expect(await read('198.51.100.8')).toBe(200);
  });
});
