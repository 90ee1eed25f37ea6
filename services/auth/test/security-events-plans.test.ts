import { buffersOf, explain, settleTables, stepsOf } from '@likewell/testing/plans';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import type { Tx } from '@likewell/service-kit/database/database';
import { authSchema } from '../src/schema.js';
import { findSecurityEvents } from '../src/security-events/find-security-events.queries.js';
import { findSecurityEventsOf, isKnownDevice } from '../src/security-events/security-events.queries.js';

const EVENTS = 200_000;
const MEMBERS = 2000;
const [BUSY, QUIET] = [1000, 1999];
const NETWORK = '0'.repeat(31);

let schema: TestSchema;

/**
 * Inserts events of 400 days for 2,000 members, a quarter of them for one member; one in a thousand is a
 * suspension.
 */
beforeAll(async () => {
  schema = await createIsolatedSchema('auth', authSchema);
  await schema.owner.query(`
    INSERT INTO member (username, public_token) SELECT 'member_' || n, n FROM generate_series(1, ${MEMBERS}) AS n;
    INSERT INTO security_event (at, member_id, kind, network, device, count, done_by)
      SELECT now() - make_interval(secs => (${EVENTS} + 10 - n) * 172.8),
        CASE WHEN n % 4 = 0 THEN ${BUSY} ELSE 1000 + n % ${MEMBERS} END,
        CASE WHEN n % 1000 = 0 THEN 'suspended' WHEN n % 5 = 0 THEN 'sign-in-failed' ELSE 'signed-in' END,
        lpad(to_hex(n % 9), 32, '0'), lpad(to_hex(n % 3), 32, '0'), 1,
        'member'
      FROM generate_series(1, ${EVENTS}) AS n;
  `);
  await settleTables(schema, ['member', 'security_event']);
}, 240_000);
afterAll(() => schema.drop());

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const limit = 100;

describe('of 200,000 events', () => {
  it.each<[string, number, (tx: Tx) => Promise<unknown[]>]>([
    ['a busy member’s first page', 21, (tx) => findSecurityEventsOf(tx, BUSY, null)],
    ['a busy member’s deep page', 21, (tx) => findSecurityEventsOf(tx, BUSY, EVENTS / 2)],
    ['a quiet member’s page', 21, (tx) => findSecurityEventsOf(tx, QUIET, null)],
    ['the newest of everybody', 100, (tx) => findSecurityEvents(tx, { limit })],
    ['a quiet member’s for operators', 100, (tx) => findSecurityEvents(tx, { memberId: QUIET, limit })],
    ['a rare kind', 100, (tx) => findSecurityEvents(tx, { kind: 'suspended', limit })],
    ['a frequent kind', 100, (tx) => findSecurityEvents(tx, { kind: 'signed-in', limit })],
    ['a network', 100, (tx) => findSecurityEvents(tx, { network: `${NETWORK}5`, limit })],
    [
      'a network in a week long ago',
      100,
      (tx) => findSecurityEvents(tx, { network: `${NETWORK}5`, since: ago(200), until: ago(193), limit }),
    ],
    [
      'a kind that was not there lately',
      0,
      (tx) => findSecurityEvents(tx, { kind: 'suspended', since: ago(0.01), limit }),
    ],
    ['a network that is nobody’s', 0, (tx) => findSecurityEvents(tx, { network: `${NETWORK}f`, limit })],
  ])('%s is read from an index', async (_, rows, read) => {
    let found: unknown[] = [];
    const { Plan: plan } = await explain(schema, async (tx) => {
      found = await read(tx);
    });
    const steps = stepsOf(plan);
    expect(found).toHaveLength(rows);
    expect(
      steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === 'security_event'),
    ).toEqual([]);
    expect(buffersOf(plan)).toBeLessThan(700);
  });

  it.each([
    ['known', `${NETWORK}1`],
    ['new', `${NETWORK}7`],
  ])('whether a browser is %s costs next to nothing', async (_, device) => {
    const { Plan: plan } = await explain(schema, async (tx) => [await isKnownDevice(tx, BUSY, device)]);
    expect(buffersOf(plan)).toBeLessThan(10);
  });
});
