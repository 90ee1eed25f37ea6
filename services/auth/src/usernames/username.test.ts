import { toUsername } from './username.js';

/** Letters of other scripts and of our own that look like another letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{
    a: 'а ɑ α 4 @ á ａ',
    c: 'с ϲ ç ｃ',
    d: 'ԁ ɗ ｄ',
    e: 'е ҽ 3 é ｅ',
    f: 'ƒ ｆ',
    h: 'һ հ ｈ',
    i: 'і ı 1 í ｉ',
  },
  ...{ k: 'κ к ｋ', l: 'ӏ Ⅼ 1 ｌ', m: 'м rn ｍ', n: 'ո п ｎ', o: 'о ο 0 ö ｏ', p: 'р ρ ｐ', r: 'г ｒ' },
  ...{ s: 'ѕ 5 $ ｓ', t: 'т 7 ｔ', u: 'υ ս ü ｕ', w: 'ԝ vv ѡ ｗ', y: 'у γ ｙ' },
};

describe('toUsername', () => {
  it.each([
    ['Maya', 'maya'],
    ['a_1', 'a_1'],
    ['x'.repeat(20), 'x'.repeat(20)],
  ])('takes %s as %s', (text, expected) => {
    expect(toUsername(text)).toBe(expected);
  });

  it.each([
    'ab',
    'x'.repeat(21),
    '12345',
    'a-b',
    'a b',
    'mаya',
    'ｍaya',
    'maya\u200b',
    'ﬁona',
    'İstanbul',
    '',
    '💛💛💛',
  ])('rejects %j, look-alikes of other scripts among them', (text) => {
    expect(() => toUsername(text)).toThrow(expect.objectContaining({ code: 'USERNAME_INVALID' }));
  });

  it.each(['Admin', 'wallet', 'best', 'static'])('keeps %s for the site', (text) => {
    expect(() => toUsername(text)).toThrow(expect.objectContaining({ code: 'USERNAME_RESERVED' }));
  });

  it.each(
    `likewell_support adm1n l1kewell 0fficial moderat0r_ iikeweii likevvell adrnin a_d_m_i_n 4dmin admin_2 admin007 2admin
     admins the_admin joe_admin admin_joe real_admin_joe adm1n1str4t0r m0d3r4t0r rnoderator supp0rt 5upport support_maya
     maya_support supportteam help_team team_likewell mylikewell likewell2 l_1_k_e_w_e_l_l 1ikevve11 offic1al_maya maya_0fficial
     st4ff staff_5 secur1ty trea5ury 7reasury t3am team_1 he1p wa11et vvallet sy5tem r00t systemadmin wallet_help
     moderation_team 0ffic1al7`.split(/\s+/),
  )('does not let %s pass for the site', (text) => {
    expect(() => toUsername(text)).toThrow(expect.objectContaining({ code: 'USERNAME_RESERVED' }));
  });

  it('lets no name of the site be written with one other letter, or something around it', () => {
    const around: ((name: string) => string)[] = [
      ...[(name: string) => `${name}_`, (name: string) => `_${name}`, (name: string) => `likewell_${name}`],
      ...['\u200b', '\u0301', '\0', ' '].map((after) => (name: string) => `${name}${after}`),
      ...['\u202e', ' '].map((before) => (name: string) => `${before}${name}`),
      (name) => name.toUpperCase(),
    ];
    for (const name of 'likewell admin support moderator wallet official staff help root security'.split(
      ' ',
    )) {
      const written = Array.from(name).flatMap((letter, at) =>
        (LOOKALIKES[letter] ?? '')
          .split(' ')
          .filter(Boolean)
          .map((other) => name.slice(0, at) + other + name.slice(at + 1)),
      );
      for (const text of [name, ...written, ...around.map((change) => change(name))])
        expect(() => toUsername(text), text).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/^USERNAME_(RESERVED|INVALID)$/) }),
        );
    }
  });

  it.each(
    `teammate_joe helpful_anna dream_team badminton steam teamwork stafford supporter_of_ada adminton well_liked wallet_joe
     systematic solar_system modest_maya officer_ben secure_tom treasure_tim maya_123456 member_111111 the_rooter
     bestie_3 modern_ann likewise ilya_5 lila b3st`.split(/\s+/),
  )('takes %s, which is an ordinary name', (text) => {
    expect(toUsername(text)).toBe(text);
  });
});
