-- Rejects winners that are added after the draw, and postponements after its block is settled.
CREATE OR REPLACE FUNCTION keep_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM giveaway g
             WHERE CASE TG_TABLE_NAME WHEN 'giveaway_winner' THEN g.seed IS NOT NULL ELSE g.block IS NOT NULL END
               AND g.id IN (SELECT giveaway_id FROM added)) THEN
    RAISE EXCEPTION 'what is settled of a giveaway stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
