-- Checks that the ledger's books agree with k6's counts: accepted ≤ settled ≤ accepted + unanswered, and so exactly
-- equal if every request was answered. The key of every tip of a run, and the name of every new member, begins with the
-- run's number.
-- psql -v run=… -v since=… -v tips_accepted=… … -f conservation.sql, as an administrator; exit code 3 if it does not
-- hold.
\set ON_ERROR_STOP on
\set QUIET on
CREATE TEMP VIEW run_of_tips AS
  SELECT count(*) AS things, coalesce(sum(amount), 0) AS nano,
    coalesce(sum(author_part + holders_part + platform_part + referral_part), 0) AS parts
  FROM tipping_ledger.tip
  WHERE idem_key BETWEEN (:'run' || '-0000-0000-0000-000000000000')::uuid
    AND (:'run' || '-ffff-ffff-ffff-ffffffffffff')::uuid;
CREATE TEMP VIEW run_of_deposits AS
  SELECT count(*) AS things, coalesce(sum(d.amount), 0) AS nano
  FROM tipping_ledger.movement d JOIN auth.member m ON m.id = d.to_id AND m.public_token LIKE 'load-seed-%'
  WHERE d.kind = 'deposit' AND d.created_at >= :'since';
CREATE TEMP VIEW run_of_signups AS
  SELECT count(*) AS things, coalesce(sum(b.amount), 0) AS nano
  FROM auth.member m JOIN tipping_ledger.movement b ON b.idem_key = 'bonus:' || m.id
  WHERE m.username LIKE 'lt' || :'run' || '\_%';

CREATE TEMP TABLE books AS
  SELECT 'tips' AS what, things, nano, :tips_accepted::numeric AS accepted, :tips_accepted_nano::numeric AS accepted_nano,
    :tips_unanswered::numeric AS unanswered, :tips_unanswered_nano::numeric AS unanswered_nano FROM run_of_tips
  UNION ALL SELECT 'deposits', things, nano, :deposits_accepted, :deposits_accepted_nano, :deposits_unanswered,
    :deposits_unanswered_nano FROM run_of_deposits
  UNION ALL SELECT 'signups', things, nano, :signups_accepted, :signups_accepted_nano, :signups_unanswered,
    :signups_unanswered_nano FROM run_of_signups
  UNION ALL SELECT 'parts of tips', things, parts, things, nano, 0, 0 FROM run_of_tips
  UNION ALL SELECT 'all accounts', count(*), sum(balance), count(*), 0, 0, 0 FROM tipping_ledger.account;

SELECT what, things AS settled, accepted, unanswered, nano AS settled_nano, accepted_nano,
  CASE WHEN things BETWEEN accepted AND accepted + unanswered
    AND nano BETWEEN accepted_nano AND accepted_nano + unanswered_nano THEN 'agrees' ELSE 'DOES NOT AGREE' END AS books
FROM books;
SELECT count(*) = 0 AS agrees FROM books
  WHERE things NOT BETWEEN accepted AND accepted + unanswered
    OR nano NOT BETWEEN accepted_nano AND accepted_nano + unanswered_nano \gset
\if :agrees
\else
  \warn 'The books do not agree with what was counted.'
  DO $$ BEGIN RAISE EXCEPTION 'conservation does not hold'; END $$;
\endif
