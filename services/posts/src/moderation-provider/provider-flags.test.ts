import { judgeFlags, type Flags } from './provider-flags.js';

const flags = (scores: Record<string, number>, limit = 0.5): Flags => ({
  flagged: Object.values(scores).some((score) => score > limit),
  categories: Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, score > limit])),
  category_scores: scores,
});

it('a text without flags is approved', () => {
  expect(judgeFlags([flags({ harassment: 0.4 })])).toEqual({ outcome: 'approve', reasons: [] });
});

it('a flag that may be wrong goes to a person, the surest reason first', () => {
  const reviewed = judgeFlags([flags({ harassment: 0.6, 'violence/graphic': 0.8, hate: 0.1 })]);
  expect(reviewed).toEqual({ outcome: 'ask', reasons: ['flagged-violence-graphic', 'flagged-harassment'] });
});

it('a grave one that is sure is rejected, and one about minors always', () => {
  const sure = { outcome: 'reject', reasons: ['flagged-hate-threatening'] };
  expect(judgeFlags([flags({ 'hate/threatening': 0.97 })])).toEqual(sure);
  expect(judgeFlags([flags({ 'hate/threatening': 0.9 })])).toMatchObject({ outcome: 'ask' });
  expect(judgeFlags([flags({ violence: 0.99 })])).toMatchObject({ outcome: 'ask' });
  expect(judgeFlags([flags({ 'sexual/minors': 0.51 })])).toMatchObject({ outcome: 'reject' });
});

it('strange categories become no reasons, and no more than five do', () => {
  const strange = { flagged: true, categories: { '<script>': true, 'A B': true }, category_scores: {} };
  expect(judgeFlags([strange])).toEqual({ outcome: 'ask', reasons: ['flagged'] });
  const many = Object.fromEntries(Array.from('abcdefgh', (name) => [name, 0.7]));
  expect(judgeFlags([flags(many)]).reasons).toHaveLength(5);
});
