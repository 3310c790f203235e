-- The partition of the log for times without a month of their own; db/rules/logMonths.ts makes the months.
CREATE TABLE logs_default PARTITION OF logs DEFAULT;
ALTER TABLE logs_default ADD PRIMARY KEY (firm_id, id);
CREATE UNIQUE INDEX logs_default_seq ON logs_default (firm_id, seq);
