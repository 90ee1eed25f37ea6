import { Database } from '@likewell/service-kit/database/database';
import { openDatabase } from '@likewell/service-kit/database/open-database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';

/** Opens a database as a service does, for a test that calls queries without a service; close it at the end. */
export async function openTestDatabase(
  url: string,
  poolSize: number,
  entities?: Parameters<typeof openDatabase>[0]['entities'],
): Promise<Database> {
  const options = { url, poolSize, applicationName: 'test', entities };
  return new Database(await openDatabase(options, createLogger('test', 'silent')));
}
