/** In SQL: whether a member has a second factor. @param id the member's, as the query has it */
export const hasSecondFactor = (id: string) =>
  `(EXISTS (SELECT FROM totp WHERE member_id = ${id} AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey WHERE member_id = ${id}))`;
