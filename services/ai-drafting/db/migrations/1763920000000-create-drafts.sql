-- Drafts without their texts, what each day cost, and the switch that an operator turns. Money is nano-dollars.

CREATE TABLE budget_day (
  day date PRIMARY KEY,
  spent_nano_usd bigint NOT NULL CHECK (spent_nano_usd >= 0)
) WITH (fillfactor = 80);
COMMENT ON COLUMN budget_day.spent_nano_usd IS 'what was spent, and what is reserved for drafts under way';

CREATE TABLE draft (
  id uuid PRIMARY KEY,
  day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
  prompt_hash bytea NOT NULL CHECK (length(prompt_hash) = 32),
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'written', 'failed')),
  failure text,
  reserved_nano_usd bigint NOT NULL CHECK (reserved_nano_usd >= 0),
  cost_nano_usd bigint CHECK (cost_nano_usd >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK ((status = 'asked') = (cost_nano_usd IS NULL))
);
CREATE INDEX draft_age ON draft (created_at);
COMMENT ON TABLE draft IS 'kept for 30 days; one that stays asked was cut off, and counts with all that was reserved';

CREATE TABLE drafting_switch (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  is_paused boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO drafting_switch (is_paused) VALUES (false);
