import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Module } from '@nestjs/common';
import { BudgetModule } from './budget/budget.module.js';
import { aiDraftingConfig, type AiDraftingConfig } from './config.js';
import { DraftsModule } from './drafts/drafts.module.js';

@Module({ imports: [BudgetModule, DraftsModule] })
class AiDraftingModule {}

export const aiDraftingService: ServiceDefinition<AiDraftingConfig> = {
  name: 'ai-drafting',
  config: aiDraftingConfig,
  module: AiDraftingModule,
  outside: ({ OPENAI_BASE_URL }) => ({ OPENAI_BASE_URL }),
};
