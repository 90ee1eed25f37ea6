import { runService } from '@likewell/service-kit/boot/run-service';
import { ledgerService } from './app.module.js';

await runService(ledgerService);
