import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import { startGatewaySandbox } from '../crash/gateway-sandbox.ts';
import { type Paced, sendPaced } from '../load/send-paced.ts';
import { findPortalDatabase, startPortal } from '../portal/portal-process.ts';
import { findFreePort } from '../portal/program-process.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { printGoals } from '../print-goals.ts';

// A flood of a gateway's webhooks: each is stored and answered within two seconds, and then
// processed once, however often it arrives (threats and faults, M13).

const PER_SECOND = 500;
const SECONDS = 20;
const MOST_ANSWER_MS = 2000;
/** A vendor repeats webhooks when in doubt. */
const DELIVERIES = 2;
const WEBHOOKS = (PER_SECOND * (1 + SECONDS)) / DELIVERIES;
const PROCESSED_WITHIN_S = 120;

const bodyOf = (n: number): string => {
  const id = Math.floor(n / DELIVERIES);
  return JSON.stringify({
    event: 'charge.success',
    data: { id, reference: `P${String(id).padStart(14, '0')}`, amount: 2_500_000 },
  });
};
const headersOf = (body: string) => ({
  'content-type': 'application/json',
  'x-paystack-signature': createHmac('sha512', SANDBOX_KEYS.paystackSecretKey).update(body).digest('hex'),
});

type Measured = { readonly paced: Paced; readonly stored: number; readonly processedSeconds: number };

async function measureFlood(folder: string): Promise<Measured> {
  const dataDir = join(folder, 'data');
  const port = await findFreePort();
  const sandbox = await startGatewaySandbox(await findFreePort(), `http://127.0.0.1:${port}`);
  const portal = await startPortal({ port, dataDir, logFile: join(folder, 'portal.log'), env: sandbox.portalEnv });
  try {
    const database = findPortalDatabase(dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    return await withClient(database.connection, async (client) => {
      const count = async (condition: string): Promise<number> =>
        Number((await client.query(`select count(*) from webhook_events where ${condition}`)).rows[0].count);
      const path = '/api/webhooks/paystack';
      const paced = await sendPaced({
        origin: portal.origin,
        pathOf: () => path,
        headersOf,
        bodyOf,
        perSecond: PER_SECOND,
        seconds: SECONDS,
      });
      const answeredAt = performance.now();
      const secondsSince = () => (performance.now() - answeredAt) / 1000;
      // Their payments do not exist, so each is retried later: what counts is that every one was
      // processed once.
      while ((await count('attempts = 0')) > 0 && secondsSince() < PROCESSED_WITHIN_S) await sleep(200);
      return { paced, stored: await count('true'), processedSeconds: secondsSince() };
    });
  } finally {
    await portal.stop();
    await sandbox.close();
  }
}

function report({ paced, stored, processedSeconds }: Measured): boolean {
  const reached = printGoals([
    [
      `Slowest answer at ${PER_SECOND} a second, ms`,
      Math.round(paced.slowestMs),
      MOST_ANSWER_MS,
      paced.slowestMs < MOST_ANSWER_MS,
    ],
    ['Refused', paced.refused, 0, paced.refused === 0],
    [`Stored of ${WEBHOOKS} that came ${DELIVERIES} times`, stored, WEBHOOKS, stored === WEBHOOKS],
    [
      'Had their turn, s after the last',
      processedSeconds.toFixed(1),
      PROCESSED_WITHIN_S,
      processedSeconds < PROCESSED_WITHIN_S,
    ],
  ]);
  console.log(`\np50 ${paced.p50Ms.toFixed(1)}, p99 ${paced.p99Ms.toFixed(1)} ms`);
  return reached;
}

/** Prints the goals of the flood and returns whether all are reached. */
export async function flood(folder: string): Promise<boolean> {
  return report(await measureFlood(folder));
}
