import { runService } from '@likewell/service-kit/boot/run-service';
import { watcherService } from './app.module.js';

await runService(watcherService);
