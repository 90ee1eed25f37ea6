import { runService } from '@likewell/service-kit/boot/run-service';
import { aiDraftingService } from './app.module.js';

await runService(aiDraftingService);
