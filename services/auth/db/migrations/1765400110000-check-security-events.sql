-- Reads the events while they are written.
ALTER TABLE security_event VALIDATE CONSTRAINT security_event_kind_check;
ALTER TABLE security_event VALIDATE CONSTRAINT security_event_method_check;
