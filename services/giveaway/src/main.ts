import { runService } from '@likewell/service-kit/boot/run-service';
import { giveawayService } from './app.module.js';

await runService(giveawayService);
