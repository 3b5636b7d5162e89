-- Its own transaction: reading every row must not hold the lock that adding the constraint took.
ALTER TABLE "support_tickets" VALIDATE CONSTRAINT "support_tickets_owner";
