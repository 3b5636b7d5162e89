import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import { type ProbeResult, probe } from './load/paced-probe.ts';
import { PASSWORD_COST } from './load/password-cost.ts';
import { type Paced, sendPaced } from './load/send-paced.ts';
import { inFolder } from './portal/in-folder.ts';
import { findPortalDatabase, startPortal } from './portal/portal-process.ts';
import { findFreePort } from './portal/program-process.ts';
import { CUSTOMERS, seedPortal, withClient } from './portal/seed-bench-data.ts';
import { PASSWORD, signIn } from './portal/sign-in.ts';
import { printGoals } from './print-goals.ts';

// Goals of the menu on the telephone: 200 sessions a second that ask for their balance, each answer within
// 1.5 s, beside customers who read their pages.

const SECRET = 'the callback secret of the bench';
const SESSIONS_PER_SECOND = 200;
/** Dial and choose the balance. */
const CALLS_A_SESSION = 2;
const PAGES_PER_SECOND = 50;
const MOST_MS = 1500;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } });
const SECONDS = Number(values.seconds);

const phoneOf = (customer: number): string => `+23480310${String(10_000 + customer)}`;

/** In each second the dials of its sessions, then the second call of each. */
function formOf(n: number): string {
  const perSecond = SESSIONS_PER_SECOND * CALLS_A_SESSION;
  const [second, place] = [Math.floor(n / perSecond), n % perSecond];
  const session = second * SESSIONS_PER_SECOND + (place % SESSIONS_PER_SECOND);
  return new URLSearchParams({
    sessionId: `bench-${session}`,
    serviceCode: '*347*100#',
    phoneNumber: phoneOf(session % CUSTOMERS),
    text: place < SESSIONS_PER_SECOND ? '' : '1',
  }).toString();
}

async function bench(
  folder: string,
): Promise<{ readonly paced: Paced; readonly pages: ProbeResult; readonly ends: number }> {
  const dataDir = join(folder, 'data');
  const env = { USSD_CODE: '*347*100#', USSD_CALLBACK_SECRET: SECRET };
  const portal = await startPortal({ port: await findFreePort(), dataDir, logFile: join(folder, 'portal.log'), env });
  try {
    const database = findPortalDatabase(dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    await seedPortal(database.connection, await hash(PASSWORD, PASSWORD_COST));
    await withClient(database.connection, async (client) => {
      await client.query(
        `update users set phone_verified_at = now(),
           phone = '+23480310' || (10000 + substr(email, 9, position('@' in email) - 9)::int - 1)
         where email like 'customer%@bench.example'`,
      );
      await client.query('vacuum analyze');
    });
    const cookies = await signIn(portal.origin, 10);
    const sent = sendPaced({
      origin: portal.origin,
      pathOf: () => `/api/webhooks/ussd/africas-talking?key=${encodeURIComponent(SECRET)}`,
      headersOf: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
      bodyOf: formOf,
      perSecond: SESSIONS_PER_SECOND * CALLS_A_SESSION,
      seconds: SECONDS,
    });
    const pages = await probe(`${portal.origin}/api/user`, cookies, PAGES_PER_SECOND, sent);
    const ends = await withClient(database.connection, async (client) => {
      const { rows } = await client.query("select count(*)::int as ends from ussd_sessions where end_reason = 'done'");
      return Number(rows[0]?.ends);
    });
    return { paced: await sent, pages, ends };
  } finally {
    await portal.stop();
  }
}

await inFolder('ussd', async (folder) => {
  const { paced, pages, ends } = await bench(folder);
  const sessions = SESSIONS_PER_SECOND * (1 + SECONDS);
  const reached = printGoals([
    ['USSD requests, refused', paced.refused, 0, paced.refused === 0],
    ['Sessions that ended with their balance', ends, sessions, ends === sessions],
    [
      `p99 of an answer at ${SESSIONS_PER_SECOND} sessions a second, ms`,
      paced.p99Ms.toFixed(1),
      MOST_MS,
      paced.p99Ms <= MOST_MS,
    ],
    ['Pages beside it, failed', pages.errors, 0, pages.errors === 0],
  ]);
  console.log(
    `\nAnswers: p50 ${paced.p50Ms.toFixed(1)}, slowest ${paced.slowestMs.toFixed(1)} ms. GET /api/user at ${PAGES_PER_SECOND} a second: p50 ${pages.p50Ms.toFixed(1)}, p99 ${pages.p99Ms.toFixed(1)} ms.`,
  );
  return reached;
});
