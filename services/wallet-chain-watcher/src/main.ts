import { runService } from '@likewell/service-kit/process/run-service';
import { watcherService } from './app.module.js';

await runService(watcherService);
