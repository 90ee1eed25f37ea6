-- Which text of each SQL function is in force, by its checksum. The texts themselves stand in db/functions.
CREATE TABLE sql_function (
  name text PRIMARY KEY,
  checksum text NOT NULL
);
