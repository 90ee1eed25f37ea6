-- What happened to accounts: who signed in, failed to, was suspended. Nothing from which an address, a browser or an e-mail
-- could be read is kept.

CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  member_id bigint REFERENCES member,
  kind text NOT NULL CHECK (kind IN (
    'registered', 'signed-in', 'sign-in-failed', 'new-device', 'password-changed', 'password-change-failed',
    'role-changed', 'verification-changed', 'suspended', 'reinstated', 'session-ended')),
  detail text CHECK (detail ~ '^[a-z-]{1,30}$'),
  method text CHECK (method IN ('password', 'google', 'wallet')),
  network text CHECK (network ~ '^[0-9a-f]{32}$'),
  device text CHECK (device ~ '^[0-9a-f]{32}$'),
  count integer NOT NULL CHECK (count > 0),
  done_by text NOT NULL CHECK (done_by IN ('member', 'visitor', 'operator', 'system')),
  operator text CHECK (length(operator) <= 60),
  reason text CHECK (length(reason) <= 300),
  request_id text CHECK (length(request_id) <= 64),
  CHECK ((done_by = 'operator') = (operator IS NOT NULL)),
  CHECK (reason IS NULL OR operator IS NOT NULL)
);
CREATE INDEX security_event_member ON security_event (member_id, id);
CREATE INDEX security_event_at ON security_event (at);
CREATE INDEX security_event_kind ON security_event (kind, at);
CREATE INDEX security_event_network ON security_event (network, at) WHERE network IS NOT NULL;
-- What a member signs in with.
CREATE INDEX security_event_device ON security_event (member_id, device) WHERE kind IN ('registered', 'signed-in');
COMMENT ON COLUMN security_event.member_id IS 'null of a failure whose login nobody has; the login is not kept';
COMMENT ON COLUMN security_event.network IS 'a keyed hash, as in known_network';
COMMENT ON COLUMN security_event.device IS 'a keyed hash of the member and a kind of browser';
COMMENT ON COLUMN security_event.count IS 'of ended sessions; of the failures so far of this pair of account and network within the hour';

-- Append-only for everybody but the tables' owner, who lets nothing go but by delete_old_security_events(). Its number and
-- its time are no writer's to say.
DO $$
DECLARE
  working_role text;
BEGIN
  FOR working_role IN
    SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = current_schema() AND table_name = 'security_event' AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE ALL ON security_event FROM %I', working_role);
    EXECUTE format('GRANT SELECT, INSERT (member_id, kind, detail, method, network, device, count, done_by, operator,
      reason, request_id) ON security_event TO %I', working_role);
  END LOOP;
END $$;
