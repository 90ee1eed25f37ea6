/**
 * SQL of a WITH clause: hides the ranks of the posts that the query `changed` of the same clause returns as `id`. They
 * are locked in the order of their posts, as by news of tips: otherwise two who change many would wait for each other.
 */
export const hidesRanksOf = (changed: string): string =>
  `locked AS (
     SELECT post_id FROM post_rank WHERE post_id = ANY (ARRAY(SELECT id FROM ${changed})) AND visible
     ORDER BY post_id FOR NO KEY UPDATE),
   hidden AS (UPDATE post_rank k SET visible = false FROM locked l WHERE k.post_id = l.post_id)`;
