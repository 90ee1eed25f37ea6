import { post } from './post.js';
import { createPost, decideRevision, editPost } from './rpc.js';
import { postBody, postTitle } from './text.js';

const INVISIBLE = [
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u1160',
  '\u200b',
  '\u202e',
  '\u2060',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\uffa0',
];

describe('a post’s title and body', () => {
  it.each(['', ' \n\t ', ...INVISIBLE, INVISIBLE.join(''), '\u3164\u200b \u0301'])(
    'need something that can be seen: %j',
    (text) => {
      for (const schema of [postTitle, postBody])
        expect(schema.safeParse(text).error?.issues).toMatchObject([
          { message: 'Both title and body are required.' },
        ]);
    },
  );

  it.each(['👩‍👩‍👧‍👦', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽', '1️⃣', '.', '한\u3164글', 'می‌خواهم', '\u202eabc', 'e\u0301'])(
    'may be %j',
    (text) => {
      for (const schema of [postTitle, postBody]) expect(schema.parse(text)).toBe(text.normalize('NFC'));
    },
  );

  it('have no half of a surrogate pair, not even halves with a line end between them', () => {
    for (const text of ['x\ud83d', '\ud83d\n\ude00', '\ude00x'])
      expect(postBody.safeParse(text).error?.issues[0]?.message).toMatch(/cannot be shown/);
  });

  it('are asked of every call that writes one, and a rejection has a reason', () => {
    const call = { authorId: 1000, postId: 1, title: 'Bread', body: 'Flour' };
    const decide = { moderatorId: 1000, revisionId: 1, judgement: { verdict: 'reject', reason: 'spam' } };
    for (const { input } of [createPost, editPost]) {
      expect(input.safeParse(call).success).toBe(true);
      for (const bad of [{ title: '' }, { body: '\u200b' }, { title: 'x'.repeat(301) }, { body: 'a\u0000' }])
        expect(input.safeParse({ ...call, ...bad }).success).toBe(false);
    }
    expect(decideRevision.input.safeParse(decide).success).toBe(true);
    expect(decideRevision.input.safeParse({ ...decide, judgement: { verdict: 'reject' } }).success).toBe(
      false,
    );
  });

  it('stay readable where they were written before something had to be seen', () => {
    const [title, body] = ['\u200b', '\u3164'];
    expect(post.pick({ title: true, body: true }).parse({ title, body })).toEqual({ title, body });
  });
});
