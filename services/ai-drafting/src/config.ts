import { serviceConfig } from '@likewell/service-kit/config/config';
import { secureUrl } from '@likewell/service-kit/clients/secure-url';
import { z } from 'zod';
import { dollars } from './budget/cost.js';

const variables = serviceConfig.extend({
  /** Key of the provider; drafting is off while it is empty. */
  OPENAI_API_KEY: z.string().default(''),
  /** Base URL of OpenAI, or of another provider with the same protocol. */
  OPENAI_BASE_URL: secureUrl.default('https://api.openai.com/v1'),
  OPENAI_MODEL: z.string().min(1).default('gpt-6-luna'),
  /**
   * How much the model may think before it writes. What it thinks counts as output, of which a draft has 800
   * tokens; while this is empty the provider decides.
   */
  OPENAI_REASONING_EFFORT: z.enum(['', 'none', 'minimal', 'low', 'medium', 'high']).default('none'),
  /**
   * Prices of the model in USD for a million tokens, with at most 3 decimals. The defaults are those of the
   * default model.
   */
  AI_INPUT_USD_PER_MILLION: dollars(3).prefault('0.10'),
  AI_OUTPUT_USD_PER_MILLION: dollars(3).prefault('0.50'),
  /** The most that all drafts of a day (UTC) may cost together, over all replicas. */
  AI_DAILY_BUDGET_USD: dollars(6).prefault('5'),
  /** How long a draft may take in total, including the wait and a second attempt. */
  AI_TIMEOUT_MS: z.coerce.number().int().min(1).max(20_000).default(20_000),
});

/** Constants that are the same in every deployment; tests set other values. */
const constants = {
  /** How long a provider that fails repeatedly is not called. */
  providerRestMs: 15_000,
  /** How many drafts a process generates at the same time. */
  maxDraftsAtOnce: 4,
  /** How long a draft may wait for its turn. */
  maxWaitMs: 2000,
};
export type AiDraftingConstants = typeof constants;

/** The variables of ai-drafting, and its constants. */
export const aiDraftingConfig = variables.transform((given) => ({ ...given, ...constants }));
export type AiDraftingConfig = z.output<typeof aiDraftingConfig>;
