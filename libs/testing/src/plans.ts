import type { Tx } from '@likewell/service-kit/database/database';
import type { TestSchema } from './test-schema.js';

/** A step of a plan in the format of EXPLAIN. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode;
  Triggers: { 'Trigger Name': string; Calls: number }[];
  JIT?: unknown;
}

const VACUUM_WITHIN_MS = 150_000;
const VACUUM_AGAIN_MS = 500;

/**
 * Brings tables into the state of a quiet database: analysed, and without old row versions. Postgres keeps
 * those while any transaction of the database may see them, including its own autovacuum, and then plans read
 * more pages than in production.
 */
export async function settleTables(schema: TestSchema, tables: string[]): Promise<void> {
  const end = Date.now() + VACUUM_WITHIN_MS;
  for (let unsettled = tables; unsettled.length > 0;) {
    for (const table of unsettled) await schema.owner.query(`VACUUM ANALYZE ${table}`);
    const { rows } = await schema.owner.query<{ table: string }>(
      `SELECT name AS table FROM unnest($1::text[]) AS name JOIN pg_class ON pg_class.oid = name::regclass
       WHERE relallvisible < relpages`,
      [tables],
    );
    unsettled = rows.map(({ table }) => table);
    if (Date.now() > end) throw new Error(`old rows stay in sight: ${unsettled.join(', ')}`);
    if (unsettled.length > 0) await new Promise((resolve) => setTimeout(resolve, VACUUM_AGAIN_MS));
  }
}

/**
 * Executes the statements of a storage function with EXPLAIN ANALYZE; several are the steps of one plan. The
 * function gets the rows of what only reads, for its next statement, and none of what changes rows.
 */
export async function explain(schema: TestSchema, read: (tx: Tx) => Promise<unknown>): Promise<Explained> {
  const explained: Explained[] = [];
  const explaining = {
    query: async (sql: string, parameters: unknown[]) => {
      const { rows } = await schema.owner.query<{ 'QUERY PLAN': [Explained] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
        parameters,
      );
      explained.push(...rows.flatMap((row) => row['QUERY PLAN']));
      return sql.startsWith('SELECT') ? (await schema.owner.query(sql, parameters)).rows : [];
    },
  } as unknown as Tx;
  await read(explaining);
  const [first, ...others] = explained;
  if (!first) throw new Error('nothing was asked');
  return others.length === 0 ? first : asOne(explained);
}

/** Returns plans of several statements as the steps of one that does nothing else. */
function asOne(explained: Explained[]): Explained {
  const plans = explained.map(({ Plan }) => Plan);
  const sum = (of: (plan: PlanNode) => number) => plans.reduce((total, plan) => total + of(plan), 0);
  return {
    Plan: {
      'Node Type': 'Statements',
      'Shared Hit Blocks': sum((plan) => plan['Shared Hit Blocks']),
      'Shared Read Blocks': sum((plan) => plan['Shared Read Blocks']),
      'Actual Rows': sum((plan) => plan['Actual Rows']),
      'Actual Loops': 1,
      Plans: plans,
    },
    Triggers: explained.flatMap(({ Triggers }) => Triggers),
  };
}

/** Explains a statement that Postgres has prepared and planned once for all values. */
export async function explainPrepared(
  schema: TestSchema,
  { text, values }: { text: string; values: string[] },
): Promise<Explained> {
  const client = await schema.owner.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE explained AS ${text}`);
    const given = values.map((value) => client.escapeLiteral(value)).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained ${given && `(${given})`}`,
    );
    if (!rows[0]) throw new Error('nothing was explained');
    return rows[0]['QUERY PLAN'][0];
  } finally {
    client.release(true);
  }
}

/** Returns a plan's executed steps, from the top. */
export const stepsOf = (node: PlanNode): PlanNode[] =>
  node['Actual Loops'] === 0 ? [] : [node, ...(node.Plans ?? []).flatMap(stepsOf)];

/** Returns the number of database pages that a plan read. */
export const buffersOf = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];
