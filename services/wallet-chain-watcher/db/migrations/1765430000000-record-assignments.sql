-- Which operator has assigned an unclaimed deposit to which member, and why.

CREATE TABLE deposit_assignment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  member_id bigint NOT NULL CHECK (member_id >= 1000),
  operator text NOT NULL CHECK (length(operator) <= 60),
  reason text CHECK (length(reason) <= 300)
);

-- Append-only for the service, which runs the operators' commands.
DO $$
DECLARE
  working_role text;
BEGIN
  FOR working_role IN
    SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = current_schema() AND table_name = 'deposit_assignment' AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE ALL ON deposit_assignment FROM %I', working_role);
    EXECUTE format('GRANT SELECT, INSERT (signature, member_id, operator, reason) ON deposit_assignment TO %I', working_role);
  END LOOP;
END $$;
