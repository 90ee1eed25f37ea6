-- No winner comes after the draw, and no postponement after the block: the rights keep both from being changed or deleted alone.

CREATE FUNCTION keep_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM giveaway g
             WHERE CASE TG_TABLE_NAME WHEN 'giveaway_winner' THEN g.seed IS NOT NULL ELSE g.block IS NOT NULL END
               AND g.id IN (SELECT giveaway_id FROM added)) THEN
    RAISE EXCEPTION 'what is settled of a giveaway stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_result AFTER INSERT ON giveaway_winner REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_result();
CREATE TRIGGER keep_result AFTER INSERT ON giveaway_postponement REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_result();
