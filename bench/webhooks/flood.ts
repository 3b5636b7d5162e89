import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import { startGatewaySandbox } from '../crash/gateway-sandbox.ts';
import { type Paced, sendPaced } from '../load/send-paced.ts';
import { findPortalDatabase, startPortal } from '../portal/portal-process.ts';
import { findFreePort } from '../portal/program-process.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { printGoals } from '../print-goals.ts';

// Floods of a gateway's webhooks, and of notices of transfers to account numbers: each is stored and
// answered in time, and then processed once, however often it arrives (threats and faults, M13).

const PER_SECOND = 500;
const SECONDS = 20;
/** A vendor repeats webhooks when in doubt. */
const DELIVERIES = 2;
const WEBHOOKS = (PER_SECOND * (1 + SECONDS)) / DELIVERIES;
const PROCESSED_WITHIN_S = 120;

type Kind = {
  readonly name: string;
  readonly path: string;
  readonly signature: { readonly header: string; readonly key: string };
  readonly body: (id: number) => object;
  /** The goal of the slowest answer, or of all but a hundredth of them. */
  readonly goal: { readonly ms: number; readonly of: 'slowest' | 'p99' };
};

const referenceOf = (letter: string, id: number): string => `${letter}${String(id).padStart(14, '0')}`;

const WEBHOOK: Kind = {
  name: 'webhooks',
  path: '/api/webhooks/paystack',
  signature: { header: 'x-paystack-signature', key: SANDBOX_KEYS.paystackSecretKey },
  body: (id) => ({ event: 'charge.success', data: { id, reference: referenceOf('P', id), amount: 2_500_000 } }),
  goal: { ms: 2000, of: 'slowest' },
};
const TRANSFER_NOTICE: Kind = {
  name: 'notices of transfers',
  path: '/api/webhooks/monnify',
  signature: { header: 'monnify-signature', key: SANDBOX_KEYS.monnifySecretKey },
  body: (id) => ({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      transactionReference: referenceOf('MNFY|', id),
      paymentReference: referenceOf('T', id),
      amountPaid: 25_000,
      paymentStatus: 'PAID',
      currency: 'NGN',
      product: { reference: referenceOf('N', id), type: 'RESERVED_ACCOUNT' },
    },
  }),
  goal: { ms: 50, of: 'p99' },
};

type Measured = { readonly paced: Paced; readonly stored: number; readonly processedSeconds: number };

async function measureFlood(folder: string, { path, signature, body }: Kind): Promise<Measured> {
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
      const paced = await sendPaced({
        origin: portal.origin,
        pathOf: () => path,
        headersOf: (sent) => ({
          'content-type': 'application/json',
          [signature.header]: createHmac('sha512', signature.key).update(sent).digest('hex'),
        }),
        bodyOf: (n) => JSON.stringify(body(Math.floor(n / DELIVERIES))),
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

function report({ name, goal }: Kind, { paced, stored, processedSeconds }: Measured): boolean {
  const answeredMs = goal.of === 'p99' ? paced.p99Ms : paced.slowestMs;
  console.log(`\n${PER_SECOND} ${name} a second`);
  const reached = printGoals([
    [
      goal.of === 'p99' ? 'p99 of an answer, ms' : 'Slowest answer, ms',
      Math.round(answeredMs),
      goal.ms,
      answeredMs < goal.ms,
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
  console.log(
    `\np50 ${paced.p50Ms.toFixed(1)}, p99 ${paced.p99Ms.toFixed(1)}, slowest ${paced.slowestMs.toFixed(1)} ms`,
  );
  return reached;
}

/** Prints the goals of both floods and returns whether all are reached. */
export async function flood(parent: string): Promise<boolean> {
  const reached: boolean[] = [];
  for (const kind of [WEBHOOK, TRANSFER_NOTICE]) {
    const folder = join(parent, kind === WEBHOOK ? 'flood' : 'transfers');
    mkdirSync(folder, { mode: 0o711 });
    reached.push(report(kind, await measureFlood(folder, kind)));
  }
  return reached.every(Boolean);
}
