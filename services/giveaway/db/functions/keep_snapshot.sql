-- Rejects entries that are added after the giveaway's snapshot was taken.
CREATE OR REPLACE FUNCTION keep_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM giveaway g WHERE g.commitment IS NOT NULL
             AND g.id IN (SELECT DISTINCT giveaway_id FROM added)) THEN
    RAISE EXCEPTION 'the snapshot of this giveaway is taken' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
