import { runService } from '@likewell/service-kit/process/run-service';
import { aiDraftingService } from './app.module.js';

await runService(aiDraftingService);
