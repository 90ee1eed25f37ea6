import { readConfig } from '@likewell/service-kit/config/config';
import { runProcess } from '@likewell/service-kit/process/run-process';
import cluster from 'node:cluster';
import { bootGateway } from './boot-gateway.js';
import { gatewayConfig } from './config.js';
import { runWorker, whenTold } from './workers/run-worker.js';
import { runWorkers } from './workers/run-workers.js';

const read = () => readConfig(gatewayConfig, process.env);

if (cluster.isWorker) await runProcess(() => runWorker(read()), whenTold);
else
  await runProcess(async () => {
    const config = read();
    return config.GATEWAY_WORKERS > 1 ? runWorkers(config) : bootGateway(config);
  });
