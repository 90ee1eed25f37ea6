-- A text that begins to wait is marked as the other texts of its author are, so that whoever changes the marks of all finds it so. It asks
-- not whether they are suspended: without a change of the marks nobody would take this one off. Whoever writes it has locked the author.
CREATE OR REPLACE FUNCTION withhold_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_withheld := (SELECT a.texts_withheld FROM post p JOIN author a ON a.id = p.author_id WHERE p.id = NEW.post_id);
  RETURN NEW;
END $$;
