import { parseBlockedWords } from './blocked-words.js';
import { reviewText, type EarlierText, type Text } from './review-text.js';

const PROSE = `The night train leaves at ten and nobody on the platform seems to mind the rain. A porter counts
  his parcels twice, writes a number on the back of his hand and looks up at the clock over the stairs. I have a
  window seat, a thermos of black tea and a book that I will not read. Somewhere past the river the lights go out in
  one carriage after the other, and what is left is the sound of the rails and a dog that snores under the bench.`;
const blocked = parseBlockedWords(
  '# comment\nreject: double your likes\n\nask: casino  # here too\nask: free money\nask: quick withdrawal jobs',
);

/** Reviews a text after earlier ones, each of a post of its own unless it names one. */
const check = (body: string, earlier: readonly (Text & Partial<EarlierText>)[] = [], title = 'A title') =>
  reviewText({ title, body }, { blocked, earlier: earlier.map((text, postId) => ({ postId, ...text })) });
const approved = { outcome: 'approve', reasons: [] };
const ask = (...reasons: string[]) => ({ outcome: 'ask', reasons });
const reject = (...reasons: string[]) => ({ outcome: 'reject', reasons });

describe('plain writing', () => {
  it.each([
    ['a short one', 'Hi.'],
    ['prose', PROSE],
    ['a few links', 'As I wrote on https://example.org and https://example.net, bread needs time.'],
    ['one word in capitals', `NASA says: ${PROSE}`],
    ['another script', 'Хлеб любит время, и тесто не терпит спешки. '.repeat(2)],
    ['Chinese', '面包需要时间，面团不喜欢着急。'.repeat(3)],
    ['emoji', '🎉🎉🎉 We did it!'],
    ['emoji of several characters', '👨‍👩‍👧‍👦👁️‍🗨️🏴󠁧󠁢󠁥󠁮󠁧󠁿🏳️‍⚧️❤️‍🔥👋🏽1️⃣'.repeat(4)],
    ['Persian with joiners', 'می\u200cخواهم کتاب\u200cها را به خانه\u200cام ببرم.'],
    ['Hebrew with points', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ.'],
    ['Vietnamese', 'Bánh mì cần thời gian, và bột không thích sự vội vàng.'.normalize('NFD')],
    ['a line of dashes', `Before\n${'-'.repeat(30)}\nAfter`],
    ['a refrain', 'Row, row, row your boat, gently down the stream. '.repeat(4)],
    ['part of a blocked word', 'The casinos of the coast are closed.'],
    ['the words of a phrase apart', 'Money is not free of worry.'],
  ])('is approved: %s', (_, body) => {
    expect(check(body)).toEqual(approved);
  });
});

describe('links', () => {
  const links = (count: number) => 'https://a.example www.b.example HTTP://c.example '.repeat(count / 3);
  it('are left to a person from the sixth on, and are rejected where there is nothing else', () => {
    expect(check(links(3))).toEqual(approved);
    expect(check(links(6))).toEqual(ask('many-links'));
    expect(check(links(27))).toMatchObject({ outcome: 'reject', reasons: ['many-links'] });
  });
});

describe('repeats', () => {
  it('of a sign or of a phrase are left to a person', () => {
    expect(check(`So ${'o'.repeat(60)}`)).toEqual(ask('repeats'));
    expect(check('漢'.repeat(200))).toEqual(ask('repeats'));
    expect(check('Buy now while it lasts. '.repeat(30))).toEqual(ask('repeats'));
  });

  it('of marks on one letter are left to a person, also with invisible characters between', () => {
    expect(check(`A${'\u0301\u0302'.repeat(30)}`)).toEqual(ask('repeats'));
    expect(
      check(`A${'\u0301\u200d'.repeat(9)} with more words around it, as many as anybody writes`),
    ).toEqual(ask('repeats'));
  });
});

describe('hidden characters', () => {
  it.each(['\u200b', '\u200c', '\u00ad', '\ufe0f'])(
    'after each letter are left to a person: %j',
    (hidden) => {
      expect(check(PROSE.replace(/[a-z]/g, `$&${hidden}`))).toEqual(ask('hidden-characters'));
      expect(check(PROSE.replace(/\n/g, hidden))).toEqual(approved);
    },
  );

  it('after an emoji count, too', () => {
    expect(check(`Bread 🍞${'\u200d'.repeat(15)}`)).toEqual(ask('hidden-characters'));
  });

  it('are not the tags of a flag where there is none', () => {
    const tags = '\u{e0062}'.repeat(7);
    expect(check(`We sent 1000 to 25 of 4500`.replace(/\d/g, `$&${tags}`))).toEqual(ask('hidden-characters'));
    expect(check('🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}')).toEqual(approved);
  });

  it('are empty lines beyond one, and spaces where readers do not see them', () => {
    const spaces = ' '.repeat(600);
    const gaps = [
      '\n'.repeat(400),
      ' \n'.repeat(200),
      spaces,
      `${spaces}\n`,
      `\n${spaces}`,
      `${spaces}\n${spaces}`,
    ];
    for (const gap of [...gaps, '\u3000'.repeat(600)])
      expect(check(PROSE.replace('. ', `.${gap}`))).toEqual(ask('hidden-characters'));
    expect(check('Bread needs time.', [], `A${' '.repeat(198)}B`)).toEqual(ask('hidden-characters'));
    expect(check('A line of a poem\n\n'.concat('And another one\n\n', 'And the last'))).toEqual(approved);
    expect(check('if (it) {\n        does();\n\n        and();\n}')).toEqual(approved);
    expect(check('Flour           500 g\nWater           350 g\n')).toEqual(approved);
  });
});

describe('shouting', () => {
  it('is left to a person, whatever the title', () => {
    expect(check(PROSE.toUpperCase())).toEqual(ask('shouting'));
    expect(check('OK THEN')).toEqual(approved);
  });
});

describe('blocked words', () => {
  it.each([
    'Come to the casino tonight',
    'CASINO',
    'Cаsinо in other letters',
    'c\u200basi\u00adno',
    'ca\u3164si\uffa0n\u1160o',
    'Cásínò',
    'c4s1n0 for you',
    'Get free, money here',
    'Get FREE\nmoney',
    'ԛυісk ԝіtһԁrаԝаl јоbs',
    // No letter is Latin, and the N is Greek.
    'САЅІΝО',
    'CAS1NO and CASlNO',
  ])('are found in %p', (body) => {
    expect(check(body)).toEqual(ask('blocked-words'));
  });

  it('are found in capitals of their own script, and not in words of another that only have the same capitals', () => {
    const list = parseBlockedWords('ask: казино\nask: καζίνο\nask: bot');
    const found = (body: string) => reviewText({ title: '', body }, { blocked: list, earlier: [] });
    for (const body of ['КАЗИНО', 'ΚΑΖΙΝΟ', 'ВОТ']) expect(found(body)).toEqual(ask('blocked-words'));
    for (const body of ['Вот так', 'вот']) expect(found(body)).toEqual(approved);
  });

  it('of the grave kind reject a text, in its title too', () => {
    const disguised = [
      'd0uble your LIKES now',
      'doub1e your 1ikes',
      'doubIe your Iikes',
      'doubӏe yoսr ӏikes',
    ];
    for (const body of disguised) expect(check(body)).toEqual(reject('blocked-words'));
    expect(check('casino', [], 'Double your likes')).toEqual(reject('blocked-words'));
  });

  it('must be written as the file says', () => {
    expect(() => parseBlockedWords('ask: fine\nblock: this')).toThrow('line 2');
    expect(() => parseBlockedWords('reject: ...')).toThrow('line 1');
    expect(parseBlockedWords('# nothing\n\n').size).toBe(0);
  });
});

describe('a near-duplicate of an earlier post', () => {
  const earlier = { title: 'Night trains', body: PROSE };
  const copy = PROSE.replace('ten', 'eleven').replace(/\./g, ' !');

  it('is left to a person, and rejected at the fourth time', () => {
    expect(check(copy, [earlier])).toEqual(ask('near-duplicate'));
    expect(check(copy, [earlier, earlier])).toEqual(ask('near-duplicate'));
    expect(check(copy, [earlier, earlier, earlier])).toEqual(reject('near-duplicate'));
  });

  it('is one in letters of another script that look the same, too', () => {
    expect(check(PROSE.replaceAll('o', 'о').replaceAll('a', '@'), [earlier])).toEqual(ask('near-duplicate'));
  });

  it('counts each post once, whichever of its texts is alike', () => {
    const texts = [{ title: 'Other words', body: 'Nothing like it.' }, earlier, earlier, earlier];
    expect(
      check(
        copy,
        texts.map((text) => ({ ...text, postId: 1 })),
      ),
    ).toEqual(ask('near-duplicate'));
  });

  it('is none when half of it is new, or when it is short', () => {
    const news = `And then everything went another way than I had thought. The conductor sat down beside me and began to
      tell of his years at sea, of ports without names and of a cat that could count.`;
    expect(check(`${PROSE.slice(0, 250)} ${news}`, [earlier])).toEqual(approved);
    const short = { title: 'A title', body: 'Good morning' };
    expect(check('Good morning', [short, short])).toEqual(approved);
    expect(check('Good morning!', [short, short, short])).toEqual(ask('near-duplicate'));
  });
});

describe('a check of a long text', () => {
  afterEach(() => vi.restoreAllMocks());
  /** Returns words of which none is another's. */
  const words = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => (first + index).toString(36)).join(' ');

  it('reads it once, and each text that it is compared with', () => {
    const texts = Array.from({ length: 11 }, (_, index) => PROSE.replaceAll(/[aeiou]/g, `${index}`));
    const normalize = vi.spyOn(String.prototype, 'normalize');
    check(
      PROSE,
      texts.map((body) => ({ title: 'A title', body })),
    );
    expect(normalize).toHaveBeenCalledTimes(12);
  });

  it('reads no more earlier texts than reject it', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const copies = Array.from({ length: 10 }, () => ({ title: 'A title', body: PROSE }));
    expect(check(PROSE, copies)).toEqual(reject('near-duplicate'));
    expect(normalize).toHaveBeenCalledTimes(4);
  });

  it('compares its first 2,000 words, since one sign may stand for several', () => {
    const [same, one, other] = [words(0, 2000), words(2000, 1000), words(3000, 1000)];
    const alike = (body: string, earlier: string) => check(body, [{ title: 'A title', body: earlier }]);
    expect(alike(`${same} ${one}`, `${same} ${other}`)).toEqual(ask('near-duplicate'));
    expect(alike(`${one} ${same}`, `${other} ${same}`)).toEqual(approved);
    const most = words(0, 1600);
    expect(alike(`${most} ${one}`, `${most} ${other}`)).toEqual(approved);
  });

  it('finds a blocked word at its end, whatever its signs stand for', () => {
    expect(check(`${'㈠㈡㈢㈣㈤㈥㈦㈧㈨㈩'.repeat(990)} casino`)).toMatchObject({
      reasons: expect.arrayContaining(['blocked-words']),
    });
  });
});

it('the gravest finding decides, with its own reasons alone', () => {
  const shouted = `${PROSE} casino`.toUpperCase();
  expect(check(shouted)).toEqual(ask('blocked-words', 'shouting'));
  expect(check(`${shouted} double your likes`)).toEqual(reject('blocked-words'));
});

it('any text of the greatest size takes well under a second of a processor', () => {
  const words = Array.from({ length: 1700 }, (_, index) => `w${index % 700}x`);
  const texts = [
    words.join(' '),
    'a '.repeat(5000),
    'http://'.repeat(1400),
    'ﷺ'.repeat(10_000),
    '(((((a'.repeat(1600),
    ' '.repeat(10_000),
    `${' '.repeat(16)}x`.repeat(600),
  ];
  for (const body of texts.map((text) => text.slice(0, 10_000))) {
    const others = Array.from({ length: 10 }, () => ({ title: 'x', body: `${body.slice(0, 9000)} end` }));
    check(body, others);
    const before = process.cpuUsage();
    check(body, others);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  }
});
