import { readConfig } from '@likewell/service-kit/config/config';
import { runProcess } from '@likewell/service-kit/process/run-process';
import { bootGateway } from './boot-gateway.js';
import { gatewayConfig } from './config.js';

await runProcess(() => bootGateway(readConfig(gatewayConfig, process.env)));
