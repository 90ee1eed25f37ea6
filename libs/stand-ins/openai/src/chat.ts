import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { writeDraft } from './draft-writer.js';

/** Fingerprint that marks a response of the stand-in. */
export const FINGERPRINT = 'likewell-stand-in';
const DEFAULT_MAX_TOKENS = 4096;
const CHARACTERS_PER_TOKEN = 4;
/** Models that think before they answer, unless they are told not to, and how many tokens that takes. */
const THINKING_MODELS = /^gpt-6\b/;
const THINKING_TOKENS = 2048;

const part = z.object({ type: z.literal('text'), text: z.string() });
const message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(part)]),
});

/**
 * The parts of a request that drafts need; structured output must be strict, by OpenAI's own rules, and only a model
 * that thinks may be told how much.
 */
export const chatRequest = z
  .object({
    model: z.string().min(1),
    messages: z.array(message).min(1),
    max_completion_tokens: z.int().positive().optional(),
    max_tokens: z.int().positive().optional(),
    reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
    stream: z.literal(false).optional(),
    response_format: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('text') }),
        z.object({
          type: z.literal('json_schema'),
          json_schema: z.object({
            name: z.string().regex(/^[\w-]{1,64}$/),
            strict: z.literal(true),
            schema: z.object({
              type: z.literal('object'),
              properties: z.object({
                title: z.object({ type: z.literal('string') }),
                body: z.object({ type: z.literal('string') }),
              }),
              required: z.array(z.string()),
              additionalProperties: z.literal(false),
            }),
          }),
        }),
      ])
      .default({ type: 'text' }),
  })
  .refine(({ model, reasoning_effort: effort }) => effort === undefined || THINKING_MODELS.test(model), {
    path: ['reasoning_effort'],
    message: 'This model does not know the field.',
  });
export type ChatRequest = z.output<typeof chatRequest>;

/** Returns a chat completion in the form of OpenAI's reference. */
export function complete(request: ChatRequest): Record<string, unknown> {
  const texts = request.messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
  );
  const draft = writeDraft(texts[request.messages.findLastIndex(({ role }) => role === 'user')] ?? '');
  const whole =
    request.response_format.type === 'json_schema'
      ? JSON.stringify(draft)
      : `${draft.title}\n\n${draft.body}`;
  const maxTokens = request.max_completion_tokens ?? request.max_tokens ?? DEFAULT_MAX_TOKENS;
  const thinks = THINKING_MODELS.test(request.model) && request.reasoning_effort !== 'none';
  const reasoningTokens = thinks ? Math.min(maxTokens, THINKING_TOKENS) : 0;
  const content = whole.slice(0, (maxTokens - reasoningTokens) * CHARACTERS_PER_TOKEN);
  const promptTokens = tokensOf(texts.join('\n'));
  const completionTokens = Math.min(maxTokens, reasoningTokens + tokensOf(content));
  return {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: content.length < whole.length ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: reasoningTokens, audio_tokens: 0 },
    },
    service_tier: 'default',
    system_fingerprint: FINGERPRINT,
  };
}

const tokensOf = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
