-- A credited deposit says whether it went to `unclaimed`. The function of the new result is made right after the migrations;
-- a credit that comes in between fails, and is told again. The version before reads the other columns as ever.

DROP FUNCTION credit_deposit(text, bigint, bigint);
