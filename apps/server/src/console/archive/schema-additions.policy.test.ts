import { expect, it } from 'vitest';
import { statementsSince } from '../../platform/database/migrations/migrate.ts';
import { additionsOf } from './schema-additions.policy.ts';

it('new tables, new columns and the rows that come with them are additions', () => {
  const additions = additionsOf([
    '-- why\nCREATE TABLE "tills" ("id" integer);\n',
    'ALTER TABLE "lines" ADD COLUMN "till" integer DEFAULT 1 NOT NULL, ADD COLUMN "seen" timestamp;',
    'ALTER TABLE "lines" ADD CONSTRAINT "lines_till" FOREIGN KEY ("till") REFERENCES "tills"("id") NOT VALID;',
    'ALTER TABLE "lines" ALTER COLUMN "place" DROP NOT NULL;',
    'ALTER TABLE "lines" ALTER COLUMN "fee" SET DATA TYPE numeric(15, 2), ALTER COLUMN "due" SET DATA TYPE numeric(15, 2);',
    'CREATE UNIQUE INDEX "tills_once" ON "tills" ("id");',
    'CREATE TRIGGER t AFTER UPDATE OF "id" ON "tills" FOR EACH ROW EXECUTE FUNCTION f();',
    "INSERT INTO roles VALUES ('owner');",
  ]);
  expect(additions).toEqual({
    tables: new Set(['tills']),
    columns: new Set(['lines.till', 'lines.seen']),
    inserts: ["INSERT INTO roles VALUES ('owner');"],
  });
});

it.each([
  'UPDATE lines SET till = 1',
  'DELETE FROM lines',
  'DROP TABLE lines',
  'ALTER TABLE "lines" DROP COLUMN "till"',
  'ALTER TABLE "lines" ADD COLUMN "a" text, ALTER COLUMN "b" SET NOT NULL',
  'ALTER TABLE "lines" RENAME TO "cables"',
  'ALTER TABLE "lines" ALTER COLUMN "fee" SET DATA TYPE numeric(15, 2), ALTER COLUMN "place" SET DATA TYPE text',
  'DO $$ begin end $$',
])('%s is more than an addition', (statement) => {
  expect(additionsOf(['CREATE TABLE "a" ()', statement])).toBeNull();
});

it('a migration that this release does not have has no later ones', () => {
  expect(statementsSince(1)).toBeNull();
});
