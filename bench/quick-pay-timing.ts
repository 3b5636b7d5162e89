import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import { PASSWORD_COST } from './load/password-cost.ts';
import { inFolder } from './portal/in-folder.ts';
import { findPortalDatabase, startPortal } from './portal/portal-process.ts';
import { findFreePort } from './portal/program-process.ts';
import { CUSTOMERS, customerEmail, seedPortal, withClient } from './portal/seed-bench-data.ts';
import { PASSWORD } from './portal/sign-in.ts';
import { printGoals } from './print-goals.ts';
import { median, rankTest } from './rank-test.ts';

// Whether the time or the words of a refused look-up, to pay without signing in, tell that a mailbox has an
// account: those of customers who have not verified theirs and unknown ones in turn, each once.

const MOST_GAP_MS = 5;
/** Below this, the order of the times is hardly chance. */
const LEAST_P = 0.01;

const { values } = parseArgs({ options: { pairs: { type: 'string', default: String(CUSTOMERS) } } });
const PAIRS = Math.min(Number(values.pairs), CUSTOMERS);

type Answer = { readonly ms: number; readonly said: string };

async function refuse(origin: string, customer: string): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(`${origin}/api/quick-pay/lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ customer }),
  });
  const body = await response.text();
  const ms = performance.now() - startedAt;
  const headers = [...response.headers.keys()].sort().join(' ');
  return { ms, said: `${response.status} ${headers} ${body.replace(/"requestId":"[^"]+"/, '')}` };
}

async function bench(folder: string): Promise<boolean> {
  const dataDir = join(folder, 'data');
  const portal = await startPortal({ port: await findFreePort(), dataDir, logFile: join(folder, 'portal.log') });
  const known: Answer[] = [];
  const unknown: Answer[] = [];
  try {
    const database = findPortalDatabase(dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    await seedPortal(database.connection, await hash(PASSWORD, PASSWORD_COST));
    await withClient(database.connection, (client) => client.query('update users set email_verified_at = null'));
    for (let n = 1; n <= PAIRS; n++) {
      const sides = [
        async () => known.push(await refuse(portal.origin, customerEmail(n))),
        async () => unknown.push(await refuse(portal.origin, customerEmail(n + CUSTOMERS))),
      ];
      for (const side of n % 2 === 0 ? sides : sides.toReversed()) await side();
    }
  } finally {
    await portal.stop();
  }
  const times = [known, unknown].map((answers) => answers.map(({ ms }) => ms)) as [number[], number[]];
  const gap = Math.abs(median(times[0]) - median(times[1]));
  const p = rankTest(...times);
  const said = new Set([...known, ...unknown].map((answer) => answer.said));
  return printGoals([
    [`Medians of ${PAIRS} hidden and unknown mailboxes apart, ms`, gap.toFixed(2), MOST_GAP_MS, gap < MOST_GAP_MS],
    ['Chance of this order of the times', p.toFixed(3), LEAST_P, p > LEAST_P],
    ['Different answers', said.size, 1, said.size === 1],
  ]);
}

await inFolder('quick-pay-timing', bench);
