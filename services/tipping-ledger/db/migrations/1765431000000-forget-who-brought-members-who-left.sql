-- By whose link a member came goes with their account: no tip is split by it any more. Nothing else writes a closed one.
UPDATE account SET referrer_id = NULL WHERE closed_at IS NOT NULL AND referrer_id IS NOT NULL;
