-- Lists, in the database that a restore replaces, the deposits that operators have assigned since: the words for `make
-- assign-deposit`. psql -v since=2026-11-27T03:00Z -f assigned-deposits.sql, as an administrator.
SELECT encode(signature, 'hex') AS tx, member_id, operator AS by, reason AS why
FROM wallet_chain_watcher.deposit_assignment WHERE at >= :'since' ORDER BY id;
