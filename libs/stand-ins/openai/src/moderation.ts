import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const part = z.object({ type: z.literal('text'), text: z.string() });

export const moderationRequest = z.object({
  model: z.string().min(1).default('omni-moderation-latest'),
  input: z.union([z.string(), z.array(z.string()).min(1), z.array(part).min(1)]),
});

/**
 * Words that put a text into a category. Only whole words match, so that place names such as Scunthorpe are
 * not flagged.
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  harassment: ['idiots', 'pathetic loser', 'nobody likes you'],
  'harassment/threatening': ['i will find you', 'watch your back'],
  hate: ['subhuman', 'vermin'],
  'hate/threatening': ['exterminate them'],
  illicit: ['counterfeit', 'stolen cards'],
  'illicit/violent': ['pipe bomb'],
  'self-harm': ['self-harm'],
  'self-harm/intent': ['want to die', 'end my life'],
  'self-harm/instructions': ['how to hurt yourself'],
  sexual: ['porn', 'xxx'],
  'sexual/minors': [],
  violence: ['kill', 'murder', 'slaughter'],
  'violence/graphic': ['dismembered'],
};
const QUIET_SCORE = 0.0001;
const LOUD_SCORE = 0.97;

/** Returns a moderation in the form of OpenAI's reference: a result for each input, by words alone. */
export function moderate({ model, input }: z.output<typeof moderationRequest>): Record<string, unknown> {
  // As with OpenAI, all parts are one input together, and each string is one input.
  const texts =
    typeof input === 'string'
      ? [input]
      : input.every((item) => typeof item === 'string')
        ? input
        : [input.map((item) => (typeof item === 'string' ? item : item.text)).join('\n')];
  return { id: `modr-${randomBytes(12).toString('hex')}`, model, results: texts.map(judge) };
}

function judge(text: string) {
  const words = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const hits = Object.entries(WORDS).map(
    ([category, list]) => [category, list.some((word) => words.includes(` ${word} `))] as const,
  );
  return {
    flagged: hits.some(([, hit]) => hit),
    categories: Object.fromEntries(hits),
    category_scores: Object.fromEntries(
      hits.map(([category, hit]) => [category, hit ? LOUD_SCORE : QUIET_SCORE]),
    ),
    category_applied_input_types: Object.fromEntries(hits.map(([category]) => [category, ['text']])),
  };
}
