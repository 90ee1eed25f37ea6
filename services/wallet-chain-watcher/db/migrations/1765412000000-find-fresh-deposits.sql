-- What nobody has looked at yet, newest first: behind a million signatures that are tried again, reading past
-- them would take seconds for each round.
CREATE INDEX deposit_fresh ON deposit (due_at) WHERE state = 'seen' AND attempts = 0;
