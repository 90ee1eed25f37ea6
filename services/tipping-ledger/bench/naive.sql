-- A tip as one would write it at first: a transaction of its own, row by row.
\set post random_zipfian(1, 100000, 1.1)
\set author 1000 + (:post * 7919) % 20000
\set payer random(1000, 100999)
\set amount random(1, 5000) * 1000
BEGIN;
SELECT balance FROM account WHERE id IN (:payer, :author) ORDER BY id FOR UPDATE;
UPDATE account SET balance = balance - :amount WHERE id = :payer;
UPDATE account SET balance = balance + :amount * 7 / 10 WHERE id = :author;
UPDATE post_total SET likes_sum = likes_sum + :amount WHERE post_id = :post;
INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount) VALUES (gen_random_uuid(), :payer, :author, :post, :amount);
UPDATE account SET balance = balance + :amount * 3 / 10 WHERE id = 1;
COMMIT;
