// @ts-check
import { prose } from './content/adaobi.mjs';
import { baking } from './content/ines.mjs';
import { repairs } from './content/juno.mjs';
import { computing } from './content/leo.mjs';
import { gardening } from './content/maya.mjs';
import { chess } from './content/nils.mjs';
import { birding } from './content/priya.mjs';
import { trains } from './content/tomasz.mjs';

/**
 * @typedef {object} DemoPost
 * @property {string} title also tells whether the post is there already
 * @property {string} body
 * @property {Record<string, number>} tips LIKE by the username of who gives it
 */

export const DEMO_PASSWORD = 'likewell-demo';

/** @type {{ username: string, posts: DemoPost[] }[]} */
export const MEMBERS = [
  { username: 'maya', posts: gardening },
  { username: 'leo_h', posts: computing },
  { username: 'ines', posts: baking },
  { username: 'tomasz', posts: trains },
  { username: 'priya_s', posts: birding },
  { username: 'nils', posts: chess },
  { username: 'adaobi', posts: prose },
  { username: 'juno', posts: repairs },
];

/**
 * Everybody's first post, then everybody's second: the New page is then no list of one member after the other.
 * @returns {{ author: string, post: DemoPost }[]} in the order of publishing
 */
export function postsInTurn() {
  const rounds = Math.max(...MEMBERS.map(({ posts }) => posts.length));
  return Array.from({ length: rounds }, (_, round) =>
    MEMBERS.flatMap(({ username, posts }) => {
      const post = posts[round];
      return post === undefined ? [] : [{ author: username, post }];
    }),
  ).flat();
}
