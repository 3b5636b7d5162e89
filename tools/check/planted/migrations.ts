/** A migration that breaks the rule at each of `lines`, and the way to do the same in steps. */
export type MigrationPlant = {
  readonly what: string;
  readonly bad: string;
  readonly lines: readonly number[];
  readonly good: string;
};

export const migrationPlants: readonly MigrationPlant[] = [
  {
    what: 'drops a column that the previous release reads',
    bad: 'ALTER TABLE users\n  DROP COLUMN email;\n',
    lines: [2],
    good: '-- contracts: 1.4.0\nALTER TABLE users DROP COLUMN email;\n',
  },
  {
    what: 'makes an index of a partitioned table, which locks all its months',
    bad: 'CREATE INDEX usage_days_day ON usage_days (day);\n',
    lines: [1],
    good: '-- Its months get theirs one by one.\nCREATE INDEX usage_days_day ON ONLY usage_days (day);\n',
  },
  {
    what: 'drops a table',
    bad: 'DROP TABLE notices;\n',
    lines: [1],
    good: '-- contracts: 1.4.0\nDROP TABLE notices;\n',
  },
  {
    what: 'drops a constraint',
    bad: 'ALTER TABLE users DROP CONSTRAINT users_email_unique;\n',
    lines: [1],
    good: '-- contracts: 1.4.0\nALTER TABLE users DROP CONSTRAINT users_email_unique;\n',
  },
  {
    what: 'lets in rows without a value, and does not say what the previous release makes of them',
    bad: 'ALTER TABLE users ALTER COLUMN email DROP NOT NULL;\n',
    lines: [1],
    good: '-- reads null: users.email: it shows such a person without an address.\nALTER TABLE users ALTER COLUMN email DROP NOT NULL;\n',
  },
  {
    what: 'contracts for a release that never was',
    bad: '-- contracts: 9.9.9\nDROP TABLE notices;\n',
    lines: [1],
    good: '-- contracts: 1.4.0\nDROP TABLE notices;\n',
  },
  {
    what: 'renames a column',
    bad: 'ALTER TABLE users RENAME COLUMN email TO address;\n',
    lines: [1],
    good: 'ALTER TABLE users ADD COLUMN address text;\n',
  },
  {
    what: 'renames a table',
    bad: 'ALTER TABLE users RENAME TO people;\n',
    lines: [1],
    good: 'CREATE TABLE people (id bigint PRIMARY KEY);\n',
  },
  {
    what: 'renames a constraint, or a value of a type',
    bad: "ALTER TABLE users RENAME CONSTRAINT a TO b;\nALTER TYPE mood RENAME VALUE 'sad' TO 'unhappy';\n",
    lines: [1, 2],
    good: "ALTER TYPE mood ADD VALUE 'unhappy';\n",
  },
  {
    what: 'changes a type, or makes a decimal smaller than it says',
    bad: '-- widens: numeric(10, 2)\nALTER TABLE payments ALTER COLUMN amount SET DATA TYPE numeric(8, 2);\n',
    lines: [2],
    good: '-- widens: numeric(10, 2), numeric(14, 2)\nALTER TABLE payments ALTER COLUMN amount SET DATA TYPE numeric(15, 2);\n',
  },
  {
    what: 'makes a decimal larger and changes another type beside it',
    bad: '-- widens: numeric(10, 2)\nALTER TABLE payments ALTER COLUMN amount SET DATA TYPE numeric(15, 2);\nALTER TABLE payments ALTER COLUMN channel TYPE text;\n',
    lines: [2, 3],
    good: '-- widens: numeric(10, 2)\nALTER TABLE payments ALTER COLUMN amount TYPE numeric(15, 2);\n',
  },
  {
    what: 'adds a required column without default',
    bad: 'ALTER TABLE users ADD COLUMN locale text NOT NULL;\n',
    lines: [1],
    good: "ALTER TABLE users ADD COLUMN locale text DEFAULT 'en' NOT NULL;\n",
  },
  {
    what: 'makes a column required, which reads the whole table',
    bad: 'ALTER TABLE users ALTER COLUMN locale SET NOT NULL;\n',
    lines: [1],
    good: 'ALTER TABLE users ADD CONSTRAINT locale_set CHECK (locale IS NOT NULL) NOT VALID;\n',
  },
  {
    what: 'adds a volatile default, which writes every row',
    bad: 'ALTER TABLE users ADD COLUMN token uuid DEFAULT gen_random_uuid();\n',
    lines: [1],
    good: 'ALTER TABLE users ADD COLUMN seen_at timestamptz DEFAULT now();\n',
  },
  {
    what: 'changes a type',
    bad: 'ALTER TABLE users ALTER COLUMN score TYPE bigint;\n',
    lines: [1],
    good: 'ALTER TABLE users ADD COLUMN long_score bigint;\n',
  },
  {
    what: 'creates an index while nobody can write',
    bad: 'CREATE INDEX users_locale ON users (locale);\n',
    lines: [1],
    good: 'DROP INDEX CONCURRENTLY IF EXISTS users_locale;\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY users_locale ON users (locale);\n',
  },
  {
    what: 'leaves an invalid index behind when it is interrupted',
    bad: 'CREATE INDEX CONCURRENTLY users_locale ON users (locale);\n',
    lines: [1],
    good: 'CREATE TABLE trips (id bigint PRIMARY KEY, town text);\nCREATE INDEX trips_town ON trips (town);\n',
  },
  {
    what: 'adds a foreign key and checks every row under its lock',
    bad: 'ALTER TABLE trips ADD CONSTRAINT trips_user FOREIGN KEY (user_id) REFERENCES users (id);\n',
    lines: [1, 1],
    good: 'ALTER TABLE trips ADD CONSTRAINT trips_user FOREIGN KEY (user_id) REFERENCES users (id) NOT VALID;\n',
  },
  {
    what: 'adds a check without NOT VALID, or validates it in the same transaction',
    bad: "ALTER TABLE users ADD CONSTRAINT a CHECK (locale <> '');\nALTER TABLE users ADD CONSTRAINT b CHECK (locale <> '') NOT VALID;\nALTER TABLE users VALIDATE CONSTRAINT b;\n",
    lines: [1, 3],
    good: 'ALTER TABLE users VALIDATE CONSTRAINT b;\n',
  },
  {
    what: 'locks a table, or rewrites it',
    bad: 'LOCK TABLE users;\nVACUUM FULL users;\nALTER TABLE users SET UNLOGGED;\n',
    lines: [1, 2, 3],
    good: 'ALTER TABLE users SET (fillfactor = 70);\n',
  },
  {
    what: 'changes rows',
    bad: "-- The new column of old rows.\nUPDATE users SET locale = 'en';\n",
    lines: [2],
    good: "INSERT INTO languages (code) VALUES ('en; UPDATE users') ON CONFLICT DO NOTHING;\n",
  },
  {
    what: 'hides its statements, or switches a rule off',
    bad: '-- squawk-ignore ban-drop-table\nDO $$ BEGIN EXECUTE format($1$DROP TABLE %I$1$, $2$users$2$); END $$;\n',
    lines: [1, 2],
    good: 'CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n  UPDATE users SET seen_at = now();\n  RETURN new;\nEND $$;\n',
  },
];
