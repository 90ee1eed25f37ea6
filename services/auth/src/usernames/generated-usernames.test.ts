import { generatedUsernames } from './generated-usernames.js';
import { toUsername } from './username.js';

const first = (name: string, email: string | null) => [...generatedUsernames(name, email)];

describe('generated usernames', () => {
  it.each([
    ['Maya Lindqvist', 'm@x.org', 'maya_lindqvist'],
    ['Žofie  Černá', null, 'zofie_cerna'],
    ["O'Neill-Smith, Jr.", null, 'o_neill_smith_jr'],
    ['Wolfeschlegelsteinhausenbergerdorff', null, 'wolfeschlegelsteinha'],
    ['李小龍', 'bruce.lee@x.org', 'bruce_lee'],
    ['Admin', 'maya.l+notes@x.org', 'maya_l_notes'],
    ['Admin', 'maya+likewell@x.org', 'member_2'],
    ['Maya Support', 'maya@x.org', 'maya'],
    ['12345', 'maya@x.org', 'maya'],
  ])('of %j and %j begin with %s', (name, email, expected) => {
    expect(first(name, email)[0]).toBe(expected);
  });

  it('go on with small numbers, and then with random ones', () => {
    const [, second, third, fourth, fifth] = first('Maya', null);
    expect([second, third, fourth]).toEqual(['maya_2', 'maya_3', 'maya_4']);
    expect(fifth).toMatch(/^maya_\d{6}$/);
    const all = first('Maya', null);
    expect(all).toHaveLength(12);
    // Two of the random ones may be the same by chance.
    expect(new Set(all).size).toBeGreaterThan(10);
  });

  it.each([
    ['', null],
    ['李', null],
    ['99', '1@x.org'],
    ['admin', 'root@x.org'],
    ['Likewell Support', 'adm1n@x.org'],
    ['a', 'b@x.org'],
    ['________', '...@x.org'],
    ['x'.repeat(300), `${'y'.repeat(60)}@x.org`],
    ['a'.repeat(13) + '_'.repeat(20) + 'b', null],
  ])('of %j and %j all keep the rules', (name, email) => {
    const usernames = first(name, email);
    expect(usernames.length).toBeGreaterThanOrEqual(8);
    for (const username of usernames) expect(toUsername(username)).toBe(username);
  });
});
