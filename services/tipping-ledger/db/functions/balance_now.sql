-- Returns a balance with what all epochs since its last settlement have added.
CREATE OR REPLACE FUNCTION balance_now(account_balance bigint, settled_epoch integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT div(account_balance * state.m, settled.m)::bigint
  FROM holders_state state, holders_epoch settled WHERE settled.epoch = settled_epoch
$$;
