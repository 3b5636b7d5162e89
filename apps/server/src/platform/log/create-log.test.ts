import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectPool, databaseOf } from '../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import { createLog } from './create-log.ts';

const SECRET = 'canary-7f3a\n    at home (canary-7f3a)';

let testDatabase: TestDatabase;
let pool: ReturnType<typeof connectPool>;
let lines: string[];

function startLog() {
  lines = [];
  return createLog('info', { write: (line) => void lines.push(line) });
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  pool = connectPool(testDatabase.poolConfig, () => {});
});
afterAll(async () => {
  await pool.end();
  await testDatabase.drop();
});

it('a failed statement is logged with its place and PostgreSQL’s reason, without any of its values', async () => {
  const log = startLog();
  const statement = sql`insert into users (email, email_key, password_hash, referral_code) values (${SECRET}, ${SECRET}, ${SECRET}, null)`;
  const error: unknown = await databaseOf(pool)
    .execute(statement)
    .catch((reason: unknown) => reason);
  log.error({ err: error }, 'defect');
  const [plain = ''] = lines;
  expect(plain).toContain('insert into users');
  expect(plain).toContain('23502');
  expect(plain).toMatch(/ at .*create-log\.test\.ts/);
  expect(lines.join('')).not.toContain('canary');
});

it('a broken connection is logged without the connection', async () => {
  const log = startLog();
  const error: unknown = await pool.query('select pg_terminate_backend(pg_backend_pid())').catch((reason) => reason);
  log.warn({ err: Object.assign(error as Error, { client: { secretKey: SECRET } }) }, 'a database connection broke');
  expect(lines.join('')).toContain('terminating connection');
  expect(lines.join('')).not.toContain('canary');
});

it('a text of a caller is one line of the log, whatever line breaks it has', () => {
  const log = startLog();
  const forged = 'x\r\n{"level":30,"msg":"staff signed in"}\u2028\u001b[2J';
  log.warn({ told: forged }, forged);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ told: forged, msg: forged });
});
