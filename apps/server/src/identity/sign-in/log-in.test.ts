import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSharedConnection, type OnSharedConnection } from '../../platform/database/shared-connection.ts';
import { GOOD_PASSWORD, newCustomer } from '../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createAccountLinks } from '../recovery/create-account-links.ts';
import { createSessions } from '../sessions/create-sessions.ts';
import { createDeviceCookie } from './create-device-cookie.ts';
import { createPasswords } from './create-passwords.ts';
import { createSignInThrottle } from './create-sign-in-throttle.ts';
import { logIn } from './log-in.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

/** The expensive work of a sign-in: the passwords it hashes and the statements it sends. */
async function workOf(email: string, password: string): Promise<string[]> {
  const work: string[] = [];
  const database = drizzle({ client: portal.pool });
  const shared = createSharedConnection(database);
  const onSharedConnection: OnSharedConnection = (send) => {
    work.push('statement');
    return shared(send);
  };
  const verify: typeof argon2.verify = (hash, entered) => {
    work.push(`argon2 ${entered}`);
    return argon2.verify(hash, entered);
  };
  const passwords = createPasswords({ concurrent: 1, places: 10, argon2: { hash: argon2.hash, verify } });
  const settings = {
    database,
    secrets: ['secret'] as const,
    cookie: { name: 'session', secure: false },
    randomBytes,
    asksSecondFactor: true,
  };
  const deviceCookie = createDeviceCookie(settings);
  const throttle = createSignInThrottle({
    ...settings,
    onSharedConnection,
    deviceCookie,
    countSignIn: () => () => {},
  });
  const deps = {
    database,
    clock: () => new Date('2026-07-04T08:00:00Z'),
    links: createAccountLinks({ ...settings, origin: '', queueEmail: async () => {} }),
    onSharedConnection,
    passwords,
    sessions: createSessions(settings),
    deviceCookie,
    throttle,
    recorder: { note: () => {} },
  };
  const request = { headers: {}, ip: '192.0.2.1' } as FastifyRequest;
  await expect(logIn(deps, { email, password }, request)).rejects.toMatchObject({ code: 'account.bad-credentials' });
  return work;
}

it('does the same work for an unknown address, a wrong password and a disabled account, so that timing reveals nothing', async () => {
  const known = newCustomer().email;
  const disabled = newCustomer().email;
  await portal.browser().register({ email: known });
  await portal.browser().register({ email: disabled });
  await portal.pool.query('update users set disabled = true where email = $1', [disabled]);
  const expected = await workOf(known, 'wrong password');
  expect(expected.filter((step) => step.startsWith('argon2'))).toHaveLength(1);
  expect(await workOf('nobody@mail.example', 'wrong password')).toEqual(expected);
  expect(await workOf(disabled, 'wrong password')).toEqual(expected);
  expect(await workOf(disabled, GOOD_PASSWORD)).toHaveLength(expected.length);
});
