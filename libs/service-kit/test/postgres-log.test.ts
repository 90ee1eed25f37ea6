import { eventually } from '@likewell/testing/eventually';
import { startPostgres } from '@likewell/testing/start-postgres';
import type { OwnServer } from '@likewell/testing/test-servers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '../../..');
const CANARY = 'canary@example.org $argon2id$v=19$m=19456';
const PARAMETERS = { log_parameter_max_length: '0', log_parameter_max_length_on_error: '0' };
const PRIVATE_LOG = { ...PARAMETERS, log_error_verbosity: 'terse' };

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { readonly args: string[] }[] } };
    readonly postgresql: { readonly parameters: Record<string, string> };
  };
}

const documents = (path: string) =>
  parseAllDocuments(readFileSync(join(ROOT, path), 'utf8'), { merge: true }).map(
    (document) => document.toJS({ maxAliasCount: -1 }) as unknown,
  );
const manifest = (path: string, kind: string) => {
  const found = (documents(path) as Manifest[]).find((each) => each.kind === kind);
  if (!found) throw new Error(`${path} has no ${kind}`);
  return found.spec;
};
/** Parses `-c name=value` words. */
const ofWords = (words: readonly string[] = []) =>
  Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split('=', 2)));

/** Settings with which Postgres is started, for each place that starts one. */
const PLACES: Record<string, () => Record<string, string>> = {
  'on a laptop': () => {
    const program = readFileSync(join(ROOT, 'libs/stack/servers/postgres.mjs'), 'utf8');
    return Object.fromEntries(
      [...program.matchAll(/^ {2}(\w+): '(.*)',/gm)].map(([, name, value]) => [name, value]),
    );
  },
  'in docker-compose.yml': () => {
    const [compose] = documents('docker-compose.yml') as { services: { postgres: { command: string[] } } }[];
    return ofWords(compose?.services.postgres.command);
  },
  'in the local cluster': () =>
    ofWords(
      manifest('k8s/overlays/local/servers/postgres.yaml', 'StatefulSet').template.spec.containers[0]?.args,
    ),
  'in production': () =>
    manifest('k8s/overlays/production/servers/postgres.yaml', 'Cluster').postgresql.parameters,
};

describe('what members entrust to us, in the log of Postgres', () => {
  let server: OwnServer;
  let logFile: string;
  beforeAll(async () => {
    // Every statement is logged, as a slow one is in production.
    const file = { logging_collector: 'on', log_directory: 'log', log_filename: 'postgres.log' };
    server = await startPostgres({ ...file, log_min_duration_statement: '0' });
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client
      .query<{ folder: string }>(
        `CREATE TABLE member (email text UNIQUE CHECK (email <> 'nobody'));
       SELECT current_setting('data_directory') AS folder`,
      )
      .then((results) => [results].flat().at(-1) as pg.QueryResult<{ folder: string }>);
    logFile = join(rows[0]?.folder ?? '', 'log/postgres.log');
    await client.end();
  });
  afterAll(() => server.remove());

  /** Returns the log of a session with these settings, in which statements that contain the canary succeed and fail. */
  async function logOf(settings: Record<string, string>, marker: string): Promise<string> {
    const from = readFileSync(logFile, 'utf8').length;
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const client = new pg.Client({ connectionString: server.url, options: options.join(' ') });
    await client.connect();
    await client.query('TRUNCATE member');
    await client.query('INSERT INTO member VALUES ($1)', [CANARY]);
    await expect(client.query('INSERT INTO member VALUES ($1)', [CANARY])).rejects.toThrow('duplicate key');
    await expect(
      client.query('SELECT 1 / (length($1::text) - $2::int)', [CANARY, CANARY.length]),
    ).rejects.toThrow('division by zero');
    await client.query(`DO $$ BEGIN RAISE LOG 'the end of ${marker}'; END $$`);
    await client.end();
    return eventually(() => {
      const log = readFileSync(logFile, 'utf8').slice(from);
      if (log.includes(`LOG:  the end of ${marker}`) || log.includes(`LOG:  00000: the end of ${marker}`))
        return log;
      throw new Error('the log is not written yet');
    });
  }

  it('would be there by what Postgres does unless it is told otherwise', async () => {
    expect(await logOf({}, 'defaults')).toContain(CANARY);
    expect(await logOf({ ...PARAMETERS, log_error_verbosity: 'default' }, 'details')).toContain(CANARY);
    const onError = { log_parameter_max_length: '0', log_parameter_max_length_on_error: '-1' };
    expect((await logOf(onError, 'parameters of errors')).split('division by zero')[1]).toContain(CANARY);
  });

  it('is not there by what we tell it', async () => {
    const log = await logOf(PRIVATE_LOG, 'ours');
    expect(log).toContain('duplicate key value');
    expect(log).toContain('division by zero');
    expect(log).not.toContain('canary');
  });

  it.each(Object.keys(PLACES))('is as we tell it %s', (place) => {
    expect(PLACES[place]?.()).toMatchObject(PRIVATE_LOG);
  });
});
