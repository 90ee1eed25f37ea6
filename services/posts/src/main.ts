import { runService } from '@likewell/service-kit/process/run-service';
import { postsService } from './app.module.js';

await runService(postsService);
