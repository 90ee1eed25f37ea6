import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { aiDraftingConfig, type AiDraftingConfig } from './config.js';
import { DeleteOldDraftsCron } from './handlers/delete-old-drafts.cron.js';
import { GeneratePostHandler } from './handlers/generate-post.rpc.js';
import { DraftProvider } from './outside/draft-provider.js';
import { SpentGauge } from './outside/spent-gauge.js';

@Module({
  controllers: [GeneratePostHandler, DeleteOldDraftsCron],
  providers: [DraftProvider, SpentGauge],
})
class AiDraftingModule {}

export const aiDraftingService: ServiceDefinition<AiDraftingConfig> = {
  name: 'ai-drafting',
  config: aiDraftingConfig,
  module: AiDraftingModule,
};
