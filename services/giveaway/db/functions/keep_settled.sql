-- Rejects a change of what is settled of a giveaway, whatever the code does.
CREATE OR REPLACE FUNCTION keep_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.starts_at, NEW.end_date, NEW.snapshot_at, NEW.winners_wanted)
       IS DISTINCT FROM (OLD.starts_at, OLD.end_date, OLD.snapshot_at, OLD.winners_wanted)
     OR OLD.commitment IS NOT NULL
       AND (NEW.title, NEW.prize, NEW.audience, NEW.rules, NEW.commitment, NEW.entries_count)
         IS DISTINCT FROM (OLD.title, OLD.prize, OLD.audience, OLD.rules, OLD.commitment, OLD.entries_count)
     OR OLD.block IS NOT NULL AND (NEW.block, NEW.draw_at) IS DISTINCT FROM (OLD.block, OLD.draw_at)
     OR OLD.seed IS NOT NULL AND (NEW.seed, NEW.drawn_at) IS DISTINCT FROM (OLD.seed, OLD.drawn_at)
     OR NEW.draw_at < OLD.draw_at
  THEN
    RAISE EXCEPTION 'what is settled of a giveaway stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
