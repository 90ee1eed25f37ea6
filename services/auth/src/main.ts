import { runService } from '@likewell/service-kit/boot/run-service';
import { authService } from './app.module.js';

await runService(authService);
