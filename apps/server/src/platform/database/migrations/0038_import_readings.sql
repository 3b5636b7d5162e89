ALTER TABLE "imports" ADD COLUMN "readings" jsonb;
