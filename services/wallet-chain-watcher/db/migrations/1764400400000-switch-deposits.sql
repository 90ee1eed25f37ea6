-- An operator's switch: deposits can be paused.

CREATE TABLE deposit_switch (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  is_paused boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO deposit_switch (is_paused) VALUES (false);
