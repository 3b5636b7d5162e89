import type { Mail } from '@portal/kernel/messaging/mail';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectPool, type Database, databaseOf } from '../../platform/database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing/test-database.ts';
import { anchorChain } from './anchor-chain.ts';
import { extendChain } from './extend-chain.ts';
import { redactAudit } from './redact-audit.ts';
import { type ChainSummary, verifyChain } from './verify-chain.ts';

let testDatabase: TestDatabase;
let database: Database;
let client: pg.Client;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = databaseOf(connectPool(testDatabase.poolConfig, () => {}));
  client = await connect();
  await client.query(
    `insert into users (id, email, email_key, password_hash, referral_code) values (1, 'a@mail.example', 'a@mail.example', 'x', 'A')`,
  );
});
afterEach(async () => {
  await client.end();
  await database.$client.end();
  await testDatabase.drop();
});

async function connect(): Promise<pg.Client> {
  const opened = new pg.Client(testDatabase.poolConfig);
  await opened.connect();
  return opened;
}

const write = (count: number, on: Pick<pg.Client, 'query'> = client) =>
  on.query(
    `insert into audit_records (actor_id, action, subject, before, after)
     select 1, 'plan.edit', 'plan:' || n, '{"price": 15000}', json_build_object('price', 15000 + n) from generate_series(1, $1) n`,
    [count],
  );
const extend = (batch?: number) => extendChain(database, new AbortController().signal, batch);

async function verify(...anchors: string[]): Promise<ChainSummary & { readonly found: string[] }> {
  const found: string[] = [];
  const summary = await verifyChain(client, anchors, ({ kind, what }) => found.push(`${kind} ${what}`));
  return { ...summary, found };
}

/** As somebody with the rights of a superuser would do it. */
async function tamper(...statements: string[]): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (const statement of statements) await client.query(statement);
  await client.query('set session_replication_role = origin');
}

it('an untouched audit log is right, and every record is in the chain once', async () => {
  await write(25);
  await Promise.all([extend(10), extend(10)]);
  await extend(10);
  const right = await verify();
  expect(right).toMatchObject({ entries: 25, records: 25, pending: 0, faults: 0, redacted: [], found: [] });
  expect(await verify(right.end ?? '')).toMatchObject({ faults: 0 });
});

it('a record that is written, but not chained yet, is no fault for ten minutes', async () => {
  await write(3);
  expect(await verify()).toMatchObject({ entries: 0, pending: 3, faults: 0, end: null });
});

it('a record that is committed later than a younger one is chained all the same', async () => {
  const slow = await connect();
  await slow.query('begin');
  await write(1, slow);
  await write(2);
  await extend();
  await slow.query('commit');
  await slow.end();
  await write(1);
  await extend();
  const { rows } = await client.query('select array_agg(source_id::int order by sequence) as ids from audit_chain');
  expect(rows).toEqual([{ ids: [2, 3, 1, 4] }]);
  expect(await verify()).toMatchObject({ entries: 4, pending: 0, faults: 0 });
});

it.each([
  ['the actor was changed', 'update audit_records set actor_kind = $$job$$ where id = 3', 'changed record 3'],
  ['the subject was changed', "update audit_records set subject = 'plan:9' where id = 3", 'changed record 3'],
  [
    'the time was changed',
    "update audit_records set created_at = created_at + interval '1 second' where id = 3",
    'changed record 3',
  ],
  ['the content was changed', `update audit_records set after = '{"price": 1}' where id = 3`, 'changed record 3'],
  ['nothing is left', 'delete from audit_records where id = 3', 'missing record 3'],
  [
    'the chain has no entry',
    "insert into audit_records (id, actor_id, action, subject, created_at) values (0, 1, 'x', 'x', now() - interval '1 hour')",
    'inserted record 0',
  ],
  [
    'the number was used again',
    "insert into audit_records (id, actor_id, action, subject, created_at) values (3, 1, 'x', 'x', now() - interval '1 hour')",
    'inserted record 3',
  ],
  [
    'the content was erased unrecorded',
    'update audit_records set before = null, after = null, redacted_at = now() where id = 3',
    'changed record 3',
  ],
])('finds by its number a record of which %s', async (_what, statement, fault) => {
  await write(5);
  await extend();
  await tamper(statement);
  expect((await verify()).found).toContain(fault);
});

it('finds a record that was dated back when it was written', async () => {
  await write(2);
  await client.query(
    "insert into audit_records (actor_id, action, subject, created_at) values (1, 'x', 'x', now() - interval '3 days')",
  );
  await extend();
  expect((await verify()).found).toEqual(['inserted record 3, dated back']);
});

it('finds entries of the chain that were swapped, removed or cut off', async () => {
  await write(6);
  await extend();
  const { end } = await verify();
  await tamper(
    'update audit_chain set sequence = 100 where sequence = 2',
    'update audit_chain set sequence = 2 where sequence = 3',
    'update audit_chain set sequence = 3 where sequence = 100',
  );
  expect((await verify()).found).toEqual(
    expect.arrayContaining(['reordered entry 2 (record 3)', 'reordered entry 3 (record 2)']),
  );
  await tamper('delete from audit_chain where sequence = 5');
  expect((await verify()).found).toContain('missing entries 5 to 5');
  await tamper('delete from audit_chain where sequence > 4', 'delete from audit_records where id > 4');
  expect((await verify(end ?? '')).found).toContain(`anchor anchor ${end}`);
});

it('a redacted record verifies as redacted, whether it was chained before or not', async () => {
  await write(4);
  const redact = (id: number) => database.transaction((tx) => redactAudit(tx, [id]));
  await redact(2);
  await extend();
  await redact(3);
  expect(await verify()).toMatchObject({ redacted: ['2', '3'], faults: 0 });
  await extend();
  expect(await verify()).toMatchObject({ entries: 6, records: 4, redacted: ['2', '3'], faults: 0 });
  // Nothing is left from which the content could be guessed.
  const { rows } = await client.query(
    "select from audit_chain where kind = 'record' and source_id in (2, 3) and salt is not null",
  );
  expect(rows).toEqual([]);
});

it('a redaction that is taken away from the log is found', async () => {
  await write(2);
  await database.transaction((tx) => redactAudit(tx, [1]));
  await extend();
  await tamper('delete from audit_redactions');
  expect((await verify()).found).toEqual(['changed record 1', 'missing redaction 1']);
});

it('an anchor that the chain does not fulfil is found', async () => {
  await write(2);
  await extend();
  await client.query(
    `insert into audit_anchors (day, sequence, hash) select '2026-11-27', sequence, sha256(hash) from audit_chain where sequence = 2`,
  );
  expect((await verify()).found).toEqual(['anchor anchor of 2026-11-27']);
});

it('a month that retention has dropped is no fault, and one more record than it had is', async () => {
  await client.query(
    `insert into audit_records (actor_id, action, subject, created_at) select 1, 'x', 'x', '2020-01-05' from generate_series(1, 3)`,
  );
  await write(2);
  await extend();
  await client.query(
    `insert into audit_drops (partition, records, before, last_sequence, last_hash)
     select 'audit_records_2020_01', 3, '2020-02-01', sequence, hash from audit_chain order by sequence desc limit 1`,
  );
  await tamper('delete from audit_records where id in (1, 2, 3)');
  await extend();
  expect(await verify()).toMatchObject({ entries: 6, records: 5, dropped: 3, faults: 0 });
  await tamper('delete from audit_records where id = 4');
  expect((await verify()).found).toEqual(['missing record 4']);
});

it('is anchored once a day, in the log, the database and a mail, and each anchor verifies', async () => {
  const [printed, mails]: [unknown[], Mail[]] = [[], []];
  let now = new Date('2026-11-27T10:00:00Z');
  const anchor = () =>
    anchorChain({
      database,
      clock: () => now,
      logger: { info: (fields: unknown) => void printed.push(fields) },
      recipient: () => 'auditor@mail.example',
      queueEmail: async (_tx, mail) => void mails.push(mail),
    });
  await anchor();
  expect(mails).toEqual([]);
  await write(2);
  await extend();
  await anchor();
  await write(1);
  await extend();
  await anchor();
  now = new Date('2026-11-28T10:00:00Z');
  await Promise.all([anchor(), anchor()]);
  expect(printed).toMatchObject([
    { day: '2026-11-27', entries: 2 },
    { day: '2026-11-28', entries: 3 },
  ]);
  expect(mails.map(({ messageKey, recipient }) => [messageKey, recipient])).toEqual([
    ['audit-anchor:2026-11-27', 'auditor@mail.example'],
    ['audit-anchor:2026-11-28', 'auditor@mail.example'],
  ]);
  const hashes = printed.map((line) => (line as { anchor: string }).anchor);
  expect(JSON.stringify(mails[1])).toContain(hashes[1]);
  expect(await verify(...hashes)).toMatchObject({ faults: 0 });
});
