-- A budget of sign-up bonuses by the day, for each network that newcomers come from and for all of them together.

CREATE TABLE bonus_day (
  network text NOT NULL,
  day date NOT NULL,
  bonuses integer NOT NULL,
  PRIMARY KEY (network, day)
);
COMMENT ON TABLE bonus_day IS 'how many bonuses fall due on a day (UTC); the empty network is all of them';
COMMENT ON COLUMN bonus_day.network IS 'a keyed hash, from auth: no address is kept';

CREATE TABLE held_bonus (
  member_id bigint PRIMARY KEY REFERENCES account,
  due_on date NOT NULL
);
CREATE INDEX held_bonus_due ON held_bonus (due_on, member_id);
COMMENT ON TABLE held_bonus IS 'bonuses of a later day''s budget, on which they become owed';
