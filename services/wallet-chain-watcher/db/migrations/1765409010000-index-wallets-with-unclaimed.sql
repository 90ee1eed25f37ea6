-- By it the job finds the wallets whose next part is to be claimed.
CREATE INDEX CONCURRENTLY wallet_with_unclaimed ON wallet (linked_at) WHERE has_unclaimed;
