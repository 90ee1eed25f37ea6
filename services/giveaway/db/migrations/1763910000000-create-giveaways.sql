-- Giveaways, their entries, and what is settled of their draws step by step and never changes after that.

-- The one clock of all replicas; tests put one of their own in its place.
CREATE FUNCTION giveaway_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT clock_timestamp()';

CREATE TABLE giveaway (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  prize text NOT NULL,
  audience text NOT NULL,
  rules text NOT NULL,
  winners_wanted integer NOT NULL CHECK (winners_wanted BETWEEN 1 AND 1000),
  starts_at timestamptz NOT NULL,
  end_date date NOT NULL,
  snapshot_at timestamptz NOT NULL CHECK (snapshot_at > starts_at),
  draw_at timestamptz NOT NULL CHECK (draw_at > snapshot_at),

  commitment text CHECK (commitment ~ '^[0-9a-f]{64}$'),
  entries_count integer CHECK (entries_count >= 0),

  tried_at timestamptz,
  trying_since timestamptz,
  block jsonb,

  seed text CHECK (seed ~ '^[0-9a-f]{64}$'),
  drawn_at timestamptz,

  CHECK ((commitment IS NULL) = (entries_count IS NULL)),
  CHECK (block IS NULL OR commitment IS NOT NULL),
  CHECK (seed IS NULL OR block IS NOT NULL),
  CHECK ((seed IS NULL) = (drawn_at IS NULL))
);
COMMENT ON COLUMN giveaway.end_date IS 'in America/New_York; the two times after it follow from it';
COMMENT ON COLUMN giveaway.draw_at IS 'the noon whose block decides; a day later with each postponement';
COMMENT ON COLUMN giveaway.trying_since IS 'when the sources were first asked about this noon';
CREATE INDEX giveaway_newest ON giveaway (end_date DESC, id DESC);
CREATE INDEX giveaway_undrawn ON giveaway (snapshot_at) WHERE drawn_at IS NULL;

-- C: the order of the bytes, in which the entries are hashed.
CREATE TABLE giveaway_entry (
  giveaway_id bigint NOT NULL REFERENCES giveaway,
  entry text COLLATE "C" NOT NULL CHECK (entry <> ''),
  PRIMARY KEY (giveaway_id, entry)
);

CREATE TABLE giveaway_postponement (
  giveaway_id bigint NOT NULL REFERENCES giveaway,
  draw_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unavailable', 'disagreement', 'late-snapshot')),
  said jsonb NOT NULL,
  postponed_at timestamptz NOT NULL,
  PRIMARY KEY (giveaway_id, draw_at)
);

CREATE TABLE giveaway_winner (
  giveaway_id bigint NOT NULL,
  place integer NOT NULL CHECK (place > 0),
  entry text COLLATE "C" NOT NULL,
  ticket text NOT NULL CHECK (ticket ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (giveaway_id, place),
  UNIQUE (giveaway_id, entry),
  FOREIGN KEY (giveaway_id, entry) REFERENCES giveaway_entry
);

CREATE FUNCTION keep_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM giveaway g WHERE g.commitment IS NOT NULL
             AND g.id IN (SELECT DISTINCT giveaway_id FROM added)) THEN
    RAISE EXCEPTION 'the snapshot of this giveaway is taken' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_snapshot AFTER INSERT ON giveaway_entry REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_snapshot();

CREATE FUNCTION keep_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.starts_at, NEW.end_date, NEW.snapshot_at, NEW.winners_wanted)
       IS DISTINCT FROM (OLD.starts_at, OLD.end_date, OLD.snapshot_at, OLD.winners_wanted)
     OR OLD.commitment IS NOT NULL
       AND (NEW.commitment, NEW.entries_count) IS DISTINCT FROM (OLD.commitment, OLD.entries_count)
     OR OLD.block IS NOT NULL AND (NEW.block, NEW.draw_at) IS DISTINCT FROM (OLD.block, OLD.draw_at)
     OR OLD.seed IS NOT NULL AND (NEW.seed, NEW.drawn_at) IS DISTINCT FROM (OLD.seed, OLD.drawn_at)
     OR NEW.draw_at < OLD.draw_at
  THEN
    RAISE EXCEPTION 'what is settled of a giveaway stays' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_settled BEFORE UPDATE ON giveaway FOR EACH ROW EXECUTE FUNCTION keep_settled();

-- Nobody but the tables' owner takes anything back.
DO $$
DECLARE
  working_role text;
BEGIN
  FOR working_role IN
    SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = current_schema() AND table_name = 'giveaway' AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON giveaway_entry, giveaway_winner, giveaway_postponement FROM %I', working_role);
    EXECUTE format('REVOKE DELETE ON giveaway FROM %I', working_role);
  END LOOP;
END $$;
