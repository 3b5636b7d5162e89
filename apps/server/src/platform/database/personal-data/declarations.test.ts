import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPool, databaseOf } from '../connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { PERSONAL_DATA } from './declarations.ts';
import { bindPerson } from './person.ts';

let testDatabase: TestDatabase;
let pool: ReturnType<typeof connectPool>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  pool = connectPool(testDatabase.poolConfig, () => {});
});
afterAll(async () => {
  await pool.end();
  await testDatabase.drop();
});

const NOBODY = { id: 0, merged: [], accounts: [], lines: [], contacts: [], passwordHash: '' };

/** What names a person, as opposed to what says whose row it is. */
const NAMING = new Set(['identity', 'contact', 'text', 'device']);

describe('what is held about people', () => {
  it('is declared for every column of the database, and for no other', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    const declared = PERSONAL_DATA.flatMap(({ table, columns }) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    );
    expect(declared.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('can be found, and deleted, in every table', async () => {
    const database = databaseOf(pool);
    for (const { table, owner, onDeletion } of PERSONAL_DATA) {
      if (owner === undefined) continue;
      await database.execute(bindPerson(`select from ${table} where ${owner}`, NOBODY));
      const values = typeof onDeletion === 'string' ? [] : Object.entries(onDeletion);
      const set = values.map(([column, value]) => `${column} = ${value}`).join(', ');
      if (set) await database.execute(bindPerson(`update ${table} set ${set} where ${owner}`, NOBODY));
    }
  });

  it('does not name a person after their deletion', () => {
    const kept = PERSONAL_DATA.filter(({ owner, onDeletion }) => owner !== undefined && onDeletion !== 'delete');
    const named = kept.flatMap(({ table, columns, onDeletion, purpose }) =>
      Object.entries(columns)
        .filter(([column, kind]) => NAMING.has(kind) && !(typeof onDeletion === 'object' && column in onDeletion))
        .filter(() => onDeletion !== 'redact' && purpose !== 'traffic')
        .map(([column]) => `${table}.${column}`),
    );
    // An account number names an account to those who have its bills; how likely two accounts are one person says no more.
    expect(named).toEqual(['referrals.flags', 'accounts.number']);
  });
});
