-- Apart from the column, whose lock would keep readers waiting until the indexes are built.

-- What has hardly been looked at, newest first: behind a million signatures that are tried again, reading past
-- them would take seconds for each round.
CREATE INDEX deposit_news ON deposit (created_at, due_at)
  WHERE state = 'seen' AND is_news AND attempts < 6 AND unreadable_times = 0;
-- What the ledger is to be told of.
CREATE INDEX deposit_owed ON deposit (due_at) WHERE state IN ('judged', 'claiming');
