-- Members who left for good: late news of theirs link no wallet.

CREATE TABLE left_member (member_id bigint PRIMARY KEY CHECK (member_id >= 1000));
