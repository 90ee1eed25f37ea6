import { toUsername } from './username.js';

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

  it.each(
    `teammate_joe helpful_anna dream_team badminton steam teamwork stafford supporter_of_ada adminton well_liked wallet_joe
     systematic solar_system modest_maya officer_ben secure_tom treasure_tim maya_123456 member_111111 the_rooter
     bestie_3 modern_ann likewise ilya_5 lila b3st`.split(/\s+/),
  )('takes %s, which is an ordinary name', (text) => {
    expect(toUsername(text)).toBe(text);
  });
});
