import { runService } from '@likewell/service-kit/process/run-service';
import { authService } from './app.module.js';

await runService(authService);
