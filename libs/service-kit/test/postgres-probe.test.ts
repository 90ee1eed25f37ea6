import { asAdmin, provisionTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { PostgresProbe } from '../src/database/postgres-probe.js';

/** More than the questions to one connection. */
const QUESTIONS = 40;

let schema: TestSchema;
let probe: PostgresProbe;

beforeEach(async () => {
  schema = await provisionTestSchema('probe');
  probe = new PostgresProbe(schema.url, 'probe');
});
afterEach(async () => {
  probe.close();
  await schema.killConnections();
  await schema.drop();
});

/** Changes the role that the probe logs in with. */
const alterRole = (change: string) =>
  asAdmin(schema.adminUrl, (client) => client.query(`ALTER ROLE ${new URL(schema.url).username} ${change}`));

async function outcomes(): Promise<boolean[]> {
  const found: boolean[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) found.push(await probe.isWritable());
  return found;
}

it('a probe keeps its connection where Postgres has no room for another one', async () => {
  expect(await probe.isWritable()).toBe(true);
  await alterRole('CONNECTION LIMIT 0');
  expect(new Set(await outcomes())).toEqual(new Set([true]));
});

it('a probe whose connection stands notices that its login is rejected by now', async () => {
  expect(await probe.isWritable()).toBe(true);
  await alterRole('NOLOGIN');
  expect((await outcomes()).at(-1)).toBe(false);
});
