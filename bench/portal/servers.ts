import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { PASSWORD_COST } from '../load/password-cost.ts';
import { findPortalDatabase, REPOSITORY, type RunningPortal, startPortal } from './portal-process.ts';
import { findFreePort, type RunningProgram, startProgram } from './program-process.ts';
import { seedPortal, seedYardstick } from './seed-bench-data.ts';
import { PASSWORD } from './sign-in.ts';

export type Server = RunningProgram & { readonly origin: string };

export type Servers = {
  readonly portal: RunningPortal;
  readonly constant: Server;
  readonly express: Server;
  /** The same Express application, except that sessions are not extended at every request. */
  readonly expressWithoutTouch: Server;
  readonly stop: () => Promise<void>;
};

const YARDSTICK_DATABASE = 'express_yardstick';

/**
 * The portal on a new data folder filled with realistic customers, and the yardsticks, Express on
 * the same PostgreSQL server.
 */
export async function startServers(folder: string): Promise<Servers> {
  const dataDir = join(folder, 'data');
  if (existsSync(dataDir)) throw new Error(`${dataDir} is there already`);
  const portal = await startPortal({ port: await findFreePort(), dataDir, logFile: join(folder, 'portal.log') });
  const running: RunningProgram[] = [portal];
  const stop = async (): Promise<void> => {
    for (const server of running.toReversed()) await server.stop();
  };
  const yardstick = async (file: string, readyPath: string, env: Record<string, string>): Promise<Server> => {
    const origin = `http://127.0.0.1:${env.PORT}`;
    const program = await startProgram({
      name: file,
      command: [process.execPath, join(REPOSITORY, 'bench/yardsticks', file)],
      env: { NODE_ENV: 'production', ...env },
      logFile: join(folder, `${file}.log`),
      readyUrl: origin + readyPath,
    });
    running.push(program);
    return { ...program, origin };
  };
  try {
    const database = findPortalDatabase(dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    await seedPortal(database.connection, await hash(PASSWORD, PASSWORD_COST));
    await seedYardstick(database.connection, YARDSTICK_DATABASE);
    const YARDSTICK_CONNECTION = JSON.stringify({ ...database.connection, database: YARDSTICK_DATABASE });
    const express = async (touch: 'on' | 'off'): Promise<Server> =>
      yardstick('express-sessions.ts', '/healthz', {
        PORT: String(await findFreePort()),
        YARDSTICK_CONNECTION,
        YARDSTICK_TOUCH: touch,
      });
    const constant = await yardstick('fastify-constant.ts', '/constant', { PORT: String(await findFreePort()) });
    return { portal, constant, express: await express('on'), expressWithoutTouch: await express('off'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
