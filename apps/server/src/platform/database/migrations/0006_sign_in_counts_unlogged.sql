-- Counts of failures may be lost with a crash of the server; written to the log, each would cost a sign-in a flush to the disk.
ALTER TABLE "sign_in_attempts" SET UNLOGGED;
