import { runService } from '@likewell/service-kit/process/run-service';
import { giveawayService } from './app.module.js';

await runService(giveawayService);
