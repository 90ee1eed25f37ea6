-- A credited deposit says whether it went to `unclaimed`. The function of the new result is made right after the migrations;
-- a credit that comes in between fails, and is told again. So does the first one on each connection of the version before, which
-- has prepared its `SELECT *` ('cached plan must not change result type'); after that it reads the other columns as ever.

DROP FUNCTION IF EXISTS credit_deposit(text, bigint, bigint);
