import { serviceConfig } from '@likewell/service-kit/config/config';
import { secureUrl } from '@likewell/service-kit/clients/secure-url';
import { z } from 'zod';
import { dollars } from './budget/cost.js';

const variables = serviceConfig.extend({
  /** Drafting is off while this is empty. */
  OPENAI_API_KEY: z.string().default(''),
  /** Of OpenAI, or of any other that speaks its protocol. */
  OPENAI_BASE_URL: secureUrl.default('https://api.openai.com/v1'),
  OPENAI_MODEL: z.string().min(1).default('gpt-4.1-mini'),
  /** What the model costs, in USD for a million tokens, with at most 3 decimals; the defaults are of the default model. */
  AI_INPUT_USD_PER_MILLION: dollars(3).prefault('0.40'),
  AI_OUTPUT_USD_PER_MILLION: dollars(3).prefault('1.60'),
  /** What all drafts of a day (UTC) may cost together, of all replicas. */
  AI_DAILY_BUDGET_USD: dollars(6).prefault('5'),
  /** How long a draft may take in all, with waiting and a second try. */
  AI_TIMEOUT_MS: z.coerce.number().int().min(1).max(20_000).default(20_000),
  /** Drafts of this process that are written at once. */
  AI_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  /** How long a draft may wait for its turn. */
  AI_MAX_WAIT_MS: z.coerce.number().int().min(1).max(10_000).default(2000),
});

/** The same in every deployment; a test has others. */
const constants = {
  /** How long a provider that fails again and again is left alone. */
  providerRestMs: 15_000,
};

/** The variables of ai-drafting, and its constants. */
export const aiDraftingConfig = variables.transform((given) => ({ ...given, ...constants }));
export type AiDraftingConfig = z.output<typeof aiDraftingConfig>;
