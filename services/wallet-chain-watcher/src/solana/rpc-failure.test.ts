import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { rpcFailureOf } from './rpc-failure.js';

it('the log says why an endpoint was not reached', () => {
  let line = '';
  const logger = createLogger('test', 'info', { write: (text) => void (line = text) });
  const cause = new Error('certificate has expired');
  logger.warn({ err: rpcFailureOf(new TypeError('fetch failed', { cause })) }, 'not reached');
  expect(line).toContain('certificate has expired');
});
