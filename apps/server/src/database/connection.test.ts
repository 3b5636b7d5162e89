import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isDatabaseOutOfReach, sqlState } from './connection.ts';

const fromPostgres = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
const fromSystem = (code: string) => Object.assign(new Error(`write ${code}`), { code });
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

describe('a failed query', () => {
  it.each(['08006', '53300', '57P01', '55P03', '40001', '58030'])(
    'asks for patience when PostgreSQL says %s',
    (code) => {
      expect(isDatabaseOutOfReach(wrapped(fromPostgres(code)))).toBe(true);
    },
  );

  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'ETIMEDOUT'])('asks for patience after %s', (code) => {
    expect(isDatabaseOutOfReach(wrapped(fromSystem(code)))).toBe(true);
    expect(sqlState(wrapped(fromSystem(code)))).toBeNull();
  });

  it('asks for patience when the pool has no connection to give or loses one', () => {
    expect(isDatabaseOutOfReach(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isDatabaseOutOfReach(new Error('Connection terminated unexpectedly'))).toBe(true);
  });

  it.each(['23505', '22P02', '42703'])('is a defect of ours when PostgreSQL says %s', (code) => {
    expect(isDatabaseOutOfReach(wrapped(fromPostgres(code)))).toBe(false);
    expect(sqlState(wrapped(fromPostgres(code)))).toBe(code);
  });

  it('is a defect of ours when our own code threw', () => {
    expect(isDatabaseOutOfReach(new TypeError('x is undefined'))).toBe(false);
  });
});
