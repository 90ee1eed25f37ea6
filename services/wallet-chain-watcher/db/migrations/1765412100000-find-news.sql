-- What has hardly been looked at, newest first: behind a million signatures that are tried again, reading past
-- them would take seconds for each round.
CREATE INDEX CONCURRENTLY deposit_news ON deposit (created_at, due_at)
  WHERE state = 'seen' AND is_news AND attempts < 6 AND unreadable_times = 0;
