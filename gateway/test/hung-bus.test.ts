import { NodeProcess } from '@likewell/testing/node-process';
import { startNats } from '@likewell/testing/test-servers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

it('a gateway stops while NATS hangs', async () => {
  let pidFile = '';
  const nats = await startNats((folder) => {
    pidFile = join(folder, 'pid');
    return Promise.resolve(`pid_file: "${pidFile}"\n`);
  });
  const gateway = await NodeProcess.prepare(join(import.meta.dirname, '..'), {
    ...{ NATS_URL: nats.url, REDIS_URL: 'redis://127.0.0.1:1', PORT: '0', LIMITS: 'load' },
    // The connection itself takes 26 s to give such a server up.
    STOP_TIMEOUT_MS: '15000',
  });
  try {
    await gateway.start();
    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGSTOP');
    await gateway.stop();
  } finally {
    await nats.remove();
  }
});
