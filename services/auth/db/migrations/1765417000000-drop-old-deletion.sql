-- delete_old_security_events() tells how many it deleted from now on, and CREATE OR REPLACE cannot change what a function returns.
-- It is made anew right after the migrations. The version before asks it for nothing and takes any answer.

DROP FUNCTION IF EXISTS delete_old_security_events();

COMMENT ON TABLE recovery_code IS 'deleted by its one use; SHA-256 of 120 random bits each';
COMMENT ON COLUMN wrong_password.account IS 'what is guessed and of whom, such as member:<id>, or the keyed hash of a name that nobody has';
