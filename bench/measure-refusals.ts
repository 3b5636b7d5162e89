import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { PASSWORD_COST } from './load/password-cost.ts';
import { inFolder } from './portal/in-folder.ts';
import { findPortalDatabase, startPortal } from './portal/portal-process.ts';
import { findFreePort } from './portal/program-process.ts';
import { CUSTOMERS, customerEmail, seedPortal, withClient } from './portal/seed-bench-data.ts';
import { PASSWORD } from './portal/sign-in.ts';
import { printGoals } from './print-goals.ts';
import { median, rankTest } from './rank-test.ts';

const MOST_GAP_MS = 5;
/** Below this, the order of the times is hardly chance. */
const LEAST_P = 0.01;

type Refusals = {
  readonly name: string;
  /** What is asked with an address that has an account, and with one that has none. */
  readonly path: string;
  readonly bodyOf: (email: string) => object;
  /** Makes the accounts such that nobody may learn of them. */
  readonly hide?: (client: pg.Client) => Promise<unknown>;
};

type Answer = { readonly ms: number; readonly said: string };

async function refuse(url: string, origin: string, body: object): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  const headers = [...response.headers.keys()].sort().join(' ');
  return { ms, said: `${response.status} ${headers} ${text.replace(/"requestId":"[^"]+"/, '')}` };
}

async function askAll(folder: string, { path, bodyOf, hide }: Refusals, pairs: number) {
  const dataDir = join(folder, 'data');
  const portal = await startPortal({ port: await findFreePort(), dataDir, logFile: join(folder, 'portal.log') });
  const known: Answer[] = [];
  const unknown: Answer[] = [];
  try {
    const database = findPortalDatabase(dataDir);
    if (!database) throw new Error('the portal keeps no database in its data folder');
    await seedPortal(database.connection, await hash(PASSWORD, PASSWORD_COST));
    if (hide) await withClient(database.connection, hide);
    const ask = (n: number) => refuse(portal.origin + path, portal.origin, bodyOf(customerEmail(n)));
    for (let n = 1; n <= pairs; n++) {
      const sides = [async () => known.push(await ask(n)), async () => unknown.push(await ask(n + CUSTOMERS))];
      for (const side of n % 2 === 0 ? sides : sides.toReversed()) await side();
    }
  } finally {
    await portal.stop();
  }
  return { known, unknown };
}

/**
 * Whether the time or the words of a refusal tell that an address has an account: known and unknown addresses
 * in turn, one after the other, each once (--pairs N). Prints the goals.
 */
export async function measureRefusals(refusals: Refusals): Promise<void> {
  const { values } = parseArgs({ options: { pairs: { type: 'string', default: String(CUSTOMERS) } } });
  const pairs = Math.min(Number(values.pairs), CUSTOMERS);
  await inFolder(refusals.name, async (folder) => {
    const { known, unknown } = await askAll(folder, refusals, pairs);
    const [some, others] = [known.map(({ ms }) => ms), unknown.map(({ ms }) => ms)];
    const gap = Math.abs(median(some) - median(others));
    const p = rankTest(some, others);
    const said = new Set([...known, ...unknown].map((answer) => answer.said));
    return printGoals([
      [`Medians of ${pairs} known and unknown addresses apart, ms`, gap.toFixed(2), MOST_GAP_MS, gap < MOST_GAP_MS],
      ['Chance of this order of the times', p.toFixed(3), LEAST_P, p > LEAST_P],
      ['Different answers', said.size, 1, said.size === 1],
    ]);
  });
}
