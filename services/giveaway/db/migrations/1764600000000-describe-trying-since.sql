-- The column of N−1 with a further meaning: a pause between two tries moves it on.

COMMENT ON COLUMN giveaway.trying_since IS
  'when the sources would first have been asked about this noon if nobody had ever paused for long: the hour of tries counts from here';
