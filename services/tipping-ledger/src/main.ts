import { runService } from '@likewell/service-kit/process/run-service';
import { ledgerService } from './app.module.js';

await runService(ledgerService);
