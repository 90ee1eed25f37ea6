-- An operator's switch: sign-ups can be paused.

CREATE TABLE sign_up_switch (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  is_paused boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO sign_up_switch (is_paused) VALUES (false);
