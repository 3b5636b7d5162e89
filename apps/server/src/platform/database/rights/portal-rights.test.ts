import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PORTAL_ROLE } from '../embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../migrations/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { rightsOn } from './portal-rights.policy.ts';
import { listExcessRights } from './read-rights.ts';

let testDatabase: TestDatabase;
let owner: pg.Client;
let portal: pg.Client;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Client(testDatabase.poolConfig);
  portal = new pg.Client({ ...testDatabase.poolConfig, user: PORTAL_ROLE });
  await owner.connect();
  await portal.connect();
  await owner.query(
    `insert into users (id, email, email_key, password_hash, referral_code) values (1, 'a@mail.example', 'a@mail.example', 'x', 'A')`,
  );
});
afterAll(async () => {
  await owner.end();
  await portal.end();
  await testDatabase.drop();
});

const DENIED = { code: '42501' };

it.each([
  'update audit_records set action = action',
  'delete from audit_records',
  'truncate audit_records',
  'update audit_chain set salt = null',
  'delete from audit_anchors',
  'insert into audit_redactions (record_id) values (1)',
  'insert into audit_drops (partition, records, before, last_sequence, last_hash) values (1, 1, now(), 1, sha256(null))',
  'update ledger_entries set amount = 0',
  'delete from credit_notes',
])('the portal’s account may not: %s', async (statement) => {
  await expect(portal.query(statement)).rejects.toMatchObject(DENIED);
});

it.each([
  'create table own (id integer)',
  'alter table users add column own integer',
  'alter table audit_records disable trigger all',
  'drop table users',
  'drop trigger audit_records_append_only on audit_records',
  'create or replace function refuse_audit_change() returns trigger language sql as $$ select null $$',
  'set session_replication_role = replica',
  'create role another',
  'delete from drizzle.__drizzle_migrations',
])('the portal’s account may not define anything: %s', async (statement) => {
  await expect(portal.query(statement)).rejects.toMatchObject(DENIED);
});

it('the setting by which records are erased opens nothing to the portal’s account', async () => {
  await portal.query(`set portal.redacts_audit = 'on'`);
  await expect(portal.query('update audit_records set before = null')).rejects.toMatchObject(DENIED);
  await portal.query('reset portal.redacts_audit');
});

it('no partition is changed by its own name', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class on oid = inhrelid where relkind = 'r'`,
  );
  for (const { name } of rows.slice(0, 4)) {
    await expect(portal.query(`delete from ${name}`), name).rejects.toMatchObject(DENIED);
  }
});

it('the portal’s account writes audit records, and erases content by the owner’s function', async () => {
  await portal.query(`insert into audit_records (actor_id, action, subject, before) values (1, 'x', 'x', '{}')`);
  const { rows } = await portal.query('select redact_audit_records(array(select id from audit_records)) as count');
  expect(rows).toEqual([{ count: 1 }]);
});

it('a migration gives a new table and the tables of before exactly their rights', async () => {
  await owner.query(`revoke all on users from ${PORTAL_ROLE}`);
  await owner.query(`grant update, truncate on audit_records to ${PORTAL_ROLE}`);
  await owner.query('create table added_later (id bigserial primary key)');
  await migrateDatabase(testDatabase.poolConfig, { portalRole: PORTAL_ROLE });
  const { rows } = await owner.query<{ table: string; may: string[] }>(
    `select table_name as table, array_agg(privilege_type::text order by privilege_type) as may
     from information_schema.table_privileges where grantee = $1 and table_schema = 'public'
       and table_name in ('users', 'audit_records', 'added_later') group by 1`,
    [PORTAL_ROLE],
  );
  const rights = Object.fromEntries(rows.map(({ table, may }) => [table, may]));
  for (const table of ['users', 'audit_records', 'added_later']) {
    expect(rights[table], table).toEqual(rightsOn(table).toSorted());
  }
  await portal.query('insert into added_later default values');
  await owner.query('drop table added_later');
});

it('says of an account what it may do too much', async () => {
  expect(await listExcessRights(portal)).toEqual([]);
  expect(await listExcessRights(owner)).toEqual(['is a superuser', 'may define tables', 'may change audit records']);
});
