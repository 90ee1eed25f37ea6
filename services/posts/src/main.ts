import { runService } from '@likewell/service-kit/boot/run-service';
import { postsService } from './app.module.js';

await runService(postsService);
