-- What members do to keep an account: addresses, second factors, sign-in methods, export, deletion. The version before reads
-- none of these kinds, and writes those that it knows.

ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check;
ALTER TABLE security_event ADD CONSTRAINT security_event_kind_check CHECK (kind IN (
  'registered', 'signed-in', 'sign-in-failed', 'new-device', 'password-changed', 'password-change-failed',
  'role-changed', 'verification-changed', 'suspended', 'reinstated', 'session-ended',
  'email-verified', 'email-change-requested', 'email-changed', 'email-change-undone',
  'password-reset-requested', 'password-reset',
  'sign-in-method-added', 'sign-in-method-removed', 'recovery-codes-made', 'identity-confirmed',
  'export-requested', 'export-downloaded', 'deletion-requested', 'deletion-cancelled', 'deleted')) NOT VALID;

ALTER TABLE security_event DROP CONSTRAINT security_event_method_check;
ALTER TABLE security_event ADD CONSTRAINT security_event_method_check
  CHECK (method IN ('password', 'google', 'wallet', 'passkey', 'totp', 'recovery-code', 'mail')) NOT VALID;
