import { readConfig } from '@likewell/service-kit/boot/config';
import { runProcess } from '@likewell/service-kit/boot/run-process';
import { bootGateway } from './boot-gateway.js';
import { gatewayConfig } from './config.js';

await runProcess(() => bootGateway(readConfig(gatewayConfig, process.env)));
