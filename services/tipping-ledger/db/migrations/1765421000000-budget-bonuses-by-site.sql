-- The functions that follow right after the migrations know a newcomer's site as well. They can be called as in the
-- version before; a call that comes in between fails, and the event of the registration opens the account.

DROP FUNCTION IF EXISTS open_account(bigint, bigint);
DROP FUNCTION IF EXISTS open_account(bigint, bigint, text, integer, integer);
DROP FUNCTION IF EXISTS plan_bonus(text, integer, integer);
