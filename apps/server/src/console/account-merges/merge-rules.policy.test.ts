import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseOf } from '../../platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing/test-database.ts';
import { KEPT, MERGE_RULES } from './merge-rules.policy.ts';
import { countRows, moveRows, moveRowsBack } from './move-rows.repository.ts';

vi.setConfig({ hookTimeout: 30_000 });

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool(database.poolConfig);
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Every column that refers to a person or an account, by a foreign key or by its name; no partition. */
async function referringColumns(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (
       exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey)
         and f.confrelid in ('users'::regclass, 'accounts'::regclass))
       or a.attname in ('user_id', 'account_id', 'customer_id', 'merged_into', 'till_id')
         and a.atttypid = 'integer'::regtype and not exists (
           select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey)
             and f.confrelid = 'lines'::regclass))
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** By the line, without a foreign key, since they are partitioned. */
const OF_LINES = ['usage_days.user_id', 'usage_sessions.user_id'];

describe('what a merge does with each table', () => {
  it('is decided for every column that refers to a person or an account', async () => {
    const decided = new Set([
      ...MERGE_RULES.map(({ table, column }) => `${table}.${column}`),
      ...KEPT.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    ]);
    const columns = await referringColumns();
    expect(columns.filter((column) => !decided.has(column) && !OF_LINES.includes(column))).toEqual([]);
    const known = new Set([...columns, ...MERGE_RULES.map(({ table, column }) => `${table}.${column}`), 'users.id']);
    expect([...decided].filter((column) => !known.has(column))).toEqual([]);
  });

  it('has rules with names of their own, whose statements are valid for accounts that have nothing', async () => {
    const names = MERGE_RULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const pair = { from: 2_000_000_001, into: 2_000_000_002 };
    expect(await countRows(databaseOf(pool), pair)).toEqual({ goes: [], stays: [], ends: [] });
    await databaseOf(pool).transaction(async (tx) => {
      expect(await moveRows(tx, pair)).toEqual([]);
      const nothing = MERGE_RULES.map(({ name }) => ({ rule: name, ids: [] }));
      expect(await moveRowsBack(tx, pair, nothing)).toEqual([]);
    });
  });
});
