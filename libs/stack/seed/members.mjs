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
 * @property {string} title also identifies an existing post
 * @property {string} body
 * @property {Record<string, number>} tips LIKE by the payer's username
 */

export const DEMO_PASSWORD = 'likewell-demo';

/** @type {{ username: string, posts: DemoPost[], follows: string[] }[]} `follows` are usernames */
export const MEMBERS = [
  { username: 'maya', posts: gardening, follows: ['ines', 'priya_s', 'juno'] },
  { username: 'leo_h', posts: computing, follows: ['nils', 'adaobi', 'juno'] },
  { username: 'ines', posts: baking, follows: ['maya', 'adaobi'] },
  { username: 'tomasz', posts: trains, follows: ['maya', 'leo_h', 'priya_s', 'nils'] },
  { username: 'priya_s', posts: birding, follows: ['maya', 'tomasz'] },
  { username: 'nils', posts: chess, follows: ['leo_h', 'tomasz', 'adaobi'] },
  { username: 'adaobi', posts: prose, follows: ['maya', 'ines', 'nils', 'juno'] },
  { username: 'juno', posts: repairs, follows: ['leo_h', 'maya'] },
];

/**
 * Returns everybody's first post, then everybody's second, so that the New page does not list one member
 * after the other.
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
