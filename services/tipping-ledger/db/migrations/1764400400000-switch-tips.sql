-- An operator's switch: tips can be paused.

CREATE TABLE tip_switch (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  is_paused boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO tip_switch (is_paused) VALUES (false);
