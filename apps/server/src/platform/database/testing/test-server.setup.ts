import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { PORTAL_ROLE, startEmbeddedPostgres } from '../embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../migrations/migrate.ts';

/**
 * The connection settings of the test server, as plain values that can be passed to the test
 * workers.
 */
export type TestConnection = { host: string; port: number; user: string; password: string; ssl: false };

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A superuser's URL of a PostgreSQL 15 or newer for the tests; empty starts a server of our
     * own.
     */
    testDatabaseUrl: string;
    testServer: TestConnection & { template: string };
  }
}

let end: () => Promise<void> = async () => {};

/** Once per run: a server, and on it the migrated database that is copied for every test file. */
export async function setup(project: TestProject): Promise<void> {
  const url = project.getProvidedContext().testDatabaseUrl;
  const server = url === '' ? await startOwnServer() : { connection: connectionOf(url), stop: async () => {} };
  const template = `portal_template_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ ...server.connection, database: 'postgres' });
  end = async () => {
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.end();
    await server.stop();
  };
  await admin.connect();
  await admin.query(`create database ${template} template template0 encoding 'UTF8'`);
  await createPortalRole(admin, server.connection.password);
  await migrateDatabase({ ...server.connection, database: template }, { portalRole: PORTAL_ROLE });
  project.provide('testServer', { ...server.connection, template });
}

export async function teardown(): Promise<void> {
  await end();
}

/** On a server of our own it is there. */
async function createPortalRole(admin: pg.Client, password: string): Promise<void> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [PORTAL_ROLE]);
  const login = password === '' ? '' : `password ${pg.escapeLiteral(password)}`;
  if (rowCount === 0) await admin.query(`create role ${PORTAL_ROLE} login ${login}`);
}

async function startOwnServer(): Promise<{ connection: TestConnection; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true });
    throw error;
  });
  const { host, port, user } = server.connection;
  return {
    connection: { host, port, user, password: '', ssl: false },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

function connectionOf(url: string): TestConnection {
  const { host, port, user = 'postgres', password } = new pg.Client(url);
  return { host, port, user, password: typeof password === 'string' ? password : '', ssl: false };
}
