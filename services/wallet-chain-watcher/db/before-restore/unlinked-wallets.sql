-- Prints, in the database that a restore replaces, what unlinks in the restored one the wallets that have been unlinked
-- since, or whose member has left. psql -At -f unlinked-wallets.sql, as an administrator.
SELECT format('DELETE FROM wallet_chain_watcher.wallet WHERE member_id = %s AND address = %L;', member_id, address)
FROM wallet_chain_watcher.unlinked_wallet
UNION ALL SELECT format('DELETE FROM wallet_chain_watcher.wallet WHERE member_id = %s;', member_id)
FROM wallet_chain_watcher.left_member;
