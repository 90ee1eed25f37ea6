-- Members who have left take along what their claims were answered, as their wallets: it ties their number to a wallet.
DELETE FROM claim WHERE member_id IN (SELECT member_id FROM left_member);
