import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { DEMO_LOGIN, DEMO_NAS } from '../../apps/server/src/network/demo-data/seed-network.ts';

// Simulates usage of the demo customer: the same calls as FreeRADIUS, for a session that lasts
// until this program ends. Only where the portal itself reports that it is a demonstration, because
// a shell may contain the address and token of a real one.

const EVERY_S = 5;
const MEGABIT_BYTES = 125_000;

const { env } = process;
const portal = env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT ?? 3000}`;

function readToken(): string {
  if (env.NODE_ENV === 'production') throw new Error('Traffic is for demonstrations: NODE_ENV is production.');
  if (env.NETWORK_TOKEN) return env.NETWORK_TOKEN;
  const path = join(env.DATA_DIR ?? './data', 'network-token');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new Error(`There is no ${path}: start the portal with its demo data first, or give DATA_DIR.`);
  }
}

async function requireDemonstration(): Promise<void> {
  const answer = await fetch(portal).catch((error: unknown) => {
    throw new Error(`There is no portal at ${portal}: start it first, or give PORT or PUBLIC_URL.`, { cause: error });
  });
  const page = await answer.text();
  if (!/<html[^>]* data-demo\b/.test(page))
    throw new Error(`Traffic is for demonstrations: the portal at ${portal} is none.`);
}

/** A customer who mostly reads, sometimes watches a film, and rarely downloads something large. */
function megabitsNow(): number {
  const chance = Math.random();
  if (chance < 0.55) return Math.random() * 2;
  return chance < 0.9 ? 4 + Math.random() * 12 : 40 + Math.random() * 50;
}

async function use(token: string, signal: AbortSignal): Promise<void> {
  const began = new Date();
  const sessionId = `demo${began.getTime().toString(16)}`;
  const bytes = { download: 0, upload: 0 };
  const say = async (status: string): Promise<void> => {
    const at = new Date();
    const seconds = Math.round((at.getTime() - began.getTime()) / 1000);
    const body = accountingBody({ status, username: DEMO_LOGIN, sessionId, nas: DEMO_NAS, at, seconds, ...bytes });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${portal}/api/network/accounting`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }).catch((error: unknown) => ({ status: error instanceof Error ? error.message : 'no answer' }));
    const used = `${(bytes.download / 1_048_576).toFixed(1)} MB down, ${(bytes.upload / 1_048_576).toFixed(1)} MB up`;
    console.log(`${at.toISOString().slice(11, 19)} ${status}: ${used} (${answer.status})`);
  };
  await say('Start');
  while (!signal.aborted) {
    await pause(EVERY_S * 1000, undefined, { signal }).catch(() => {});
    const moved = megabitsNow() * MEGABIT_BYTES * EVERY_S;
    bytes.download += Math.round(moved);
    bytes.upload += Math.round(moved * 0.08);
    await say(signal.aborted ? 'Stop' : 'Interim-Update');
  }
}

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => ending.abort());
try {
  const token = readToken();
  await requireDemonstration();
  await use(token, ending.signal);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
