import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import { probe } from './load/paced-probe.ts';
import { PASSWORD_COST } from './load/password-cost.ts';
import { inFolder } from './portal/in-folder.ts';
import { findPortalDatabase, startPortal } from './portal/portal-process.ts';
import { findFreePort } from './portal/program-process.ts';
import { seedPortal } from './portal/seed-bench-data.ts';
import { PASSWORD, signIn } from './portal/sign-in.ts';
import { printGoals } from './print-goals.ts';

// Whether clients that send a byte each ten seconds keep others from being served: always so many
// connections at once, half of them slow with headers and half with a body, each opened again when
// the portal has closed it, while customers read their page (threats and faults, P8, G9).

const BYTE_EVERY_MS = 10_000;
const CUSTOMERS_PER_SECOND = 50;
const SIGNED_IN = 20;
const MOST_P99_MS = 500;
const MOST_CLOSED_AFTER_S = 40;
/** As fast as a listening queue of Linux takes them. */
const OPENED_PER_TENTH_OF_A_SECOND = 100;

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '5000' },
    bodies: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '300' },
  },
});
const SOCKETS = Number(values.sockets);
const BODIES = Number(values.bodies);
const SECONDS = Number(values.seconds);

/** Each slow client has an address of its own, as a proxy in front tells it. */
const addressOf = (n: number): string => `100.${64 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${n & 255}`;

const headersOf = (n: number): string =>
  `POST /api/login HTTP/1.1\r\nHost: portal\r\nX-Forwarded-For: ${addressOf(n)}\r\n`;
const SLOW_HEADER = 'X-Slow: ';
const SLOW_BODY = 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{';

/** Of all slow connections: how long each was open, how many were opened, how many attempts failed. */
type SlowConnections = { readonly closedAfterS: number[]; opened: number; unopened: number };

/** Keeps one slow connection open until the end, a byte at a time: of its headers, or of a body. */
async function keepSlow(
  port: number,
  n: number,
  isBody: boolean,
  slow: SlowConnections,
  end: AbortSignal,
): Promise<void> {
  for (let turn = 0; !end.aborted; turn++) {
    const socket: Socket = connect(port, '127.0.0.1');
    let openedAt = Number.NaN;
    const closed = new Promise<void>((resolve) => {
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
    });
    socket.resume();
    socket.once('connect', () => {
      openedAt = performance.now();
      slow.opened++;
      socket.write(headersOf(n + turn * (SOCKETS + BODIES)) + (isBody ? SLOW_BODY : SLOW_HEADER));
    });
    const drip = setInterval(() => socket.write('x'), BYTE_EVERY_MS);
    await closed;
    clearInterval(drip);
    if (Number.isNaN(openedAt)) slow.unopened++;
    else slow.closedAfterS.push((performance.now() - openedAt) / 1000);
    // At once, as an attacker would, but not in a busy loop while the port refuses connections.
    await sleep(100, undefined, { signal: end }).catch(() => undefined);
  }
}

async function bench(folder: string): Promise<boolean> {
  const dataDir = join(folder, 'data');
  const port = await findFreePort();
  const portal = await startPortal({
    port,
    dataDir,
    logFile: join(folder, 'portal.log'),
    // The limit of requests at once is the one that an installation has.
    env: { TRUSTED_PROXIES: '127.0.0.1', REQUESTS_AT_ONCE: '1000' },
  });
  const slow: SlowConnections = { closedAfterS: [], opened: 0, unopened: 0 };
  try {
    const database = findPortalDatabase(dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    await seedPortal(database.connection, await hash(PASSWORD, PASSWORD_COST));
    const cookies = await signIn(portal.origin, SIGNED_IN);
    const attack = new AbortController();
    const attackers: Promise<void>[] = [];
    const attackAll = async (): Promise<void> => {
      for (let n = 0; n < SOCKETS + BODIES; n++) {
        attackers.push(keepSlow(port, n, n < BODIES || n % 2 === 0, slow, attack.signal));
        if (n % OPENED_PER_TENTH_OF_A_SECOND === 0) await sleep(100);
      }
      await sleep(SECONDS * 1000);
    };
    const customers = await probe(`${portal.origin}/api/user`, cookies, CUSTOMERS_PER_SECOND, attackAll());
    // The last ones are still waited for: each must be closed by the portal.
    attack.abort();
    await Promise.race([Promise.all(attackers), sleep((MOST_CLOSED_AFTER_S + 10) * 1000)]);
    const open = SOCKETS + BODIES - (await countSettled(attackers));
    const longest = slow.closedAfterS.reduce((most, one) => Math.max(most, one), 0);
    console.log(
      `${SOCKETS} slow sockets and ${BODIES} slow bodies for ${SECONDS} s, opened ${slow.opened} times; ${customers.requests} requests of customers, p50 ${customers.p50Ms.toFixed(1)} ms`,
    );
    return printGoals([
      ['p99 of customers, ms', customers.p99Ms.toFixed(1), MOST_P99_MS, customers.p99Ms < MOST_P99_MS],
      ['Customers refused', customers.errors, 0, customers.errors === 0],
      ['Slow connections that could not be opened', slow.unopened, 0, slow.unopened === 0],
      ['Slow connections still open', open, 0, open === 0],
      ['The longest was open for, s', longest.toFixed(1), MOST_CLOSED_AFTER_S, longest <= MOST_CLOSED_AFTER_S],
    ]);
  } finally {
    await portal.stop();
  }
}

async function countSettled(promises: readonly Promise<void>[]): Promise<number> {
  const isSettled = promises.map((one) =>
    Promise.race([one.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]),
  );
  return (await Promise.all(isSettled)).filter(Boolean).length;
}

await inFolder('slow-clients', bench);
