-- An opening is raised by what an operator accepts.

COMMENT ON COLUMN cold_account.opening IS 'nano-LIKE that deposits had not brought: in it when it was declared, or accepted since';
