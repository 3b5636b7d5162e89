import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Check } from '../crash/check-ledger.ts';
import { type Chance, createChance } from '../crash/random.ts';
import { withClient } from '../portal/seed-bench-data.ts';
import { printChecks } from '../print-checks.ts';
import type { SoakContext } from './browser.ts';
import { checkConversations } from './check-conversations.ts';
import { type Conversation, openConversation } from './conversation.ts';
import { createFixture, type Fixture, ORIGIN, SECRET } from './fixture.ts';
import { createPeople } from './people.ts';
import { openWhatsAppConversation } from './whatsapp-conversation.ts';
import { openWhatsAppLine, type WhatsAppLine } from './whatsapp-line.ts';

const INSTANCES = 2;
const LAST_MESSAGES_WITHIN_MS = 60_000;
type Size = {
  readonly messages: number;
  readonly disconnects: number;
  readonly kills: number;
  readonly conversations: number;
};

/** Short enough for every run; --full finds rare faults. */
const SHORT: Size = { messages: 2000, disconnects: 100, kills: 2, conversations: 20 };
const FULL: Size = { messages: 100_000, disconnects: 2000, kills: 20, conversations: 200 };

const say = (message: string): void => console.error(message);

/** Resolves when the condition holds; rejects when the run is over before. */
async function waitUntil(holds: () => boolean, end: AbortSignal): Promise<void> {
  while (!holds()) await sleep(10, undefined, { signal: end });
}

/** Calls a function each time another share of the messages is sent. */
async function spread(
  times: number,
  hasSentShare: (share: number) => Promise<void>,
  act: (time: number) => Promise<void>,
): Promise<void> {
  for (let time = 1; time <= times; time++) {
    await hasSentShare(time / (times + 1));
    await act(time);
  }
}

async function injectFaults(
  fixture: Fixture,
  conversations: readonly Conversation[],
  { size, chance, end }: { readonly size: Size; readonly chance: Chance; readonly end: AbortSignal },
): Promise<void> {
  const written = (): number => conversations.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const acknowledgeable = conversations.reduce((sum, { telephone }) => sum + (telephone ? 1 : 2), 0);
  const all = (size.messages / conversations.length / 2) * acknowledgeable;
  const hasSentShare = (share: number): Promise<void> => waitUntil(() => written() >= all * share, end);
  const pages = conversations.flatMap((conversation) => conversation.pages);
  const disconnect = (): Promise<void> => waitUntil(() => pages[chance.whole(pages.length)]?.cut() ?? false, end);
  const kill = async (time: number): Promise<void> => {
    const victim = time % INSTANCES;
    // Redis, which connects them, is restarted as well, once.
    if (time === 1) await fixture.redis.restart();
    await fixture.killAndRestart(victim);
    say(`kill ${time}/${size.kills}: instance ${victim + 1}, after ${written()} messages`);
  };
  await Promise.all([spread(size.disconnects, hasSentShare, disconnect), spread(size.kills, hasSentShare, kill)]);
}

/** A third of the customers write by WhatsApp. */
const byWhatsApp = (index: number): boolean => index % 3 === 2;

async function openConversations(
  { fixture, line }: { readonly fixture: Fixture; readonly line: WhatsAppLine },
  context: SoakContext,
  count: number,
  seed: number,
): Promise<Conversation[]> {
  const [customers, agents] = await withClient(fixture.database, async (client) => [
    await createPeople(client, SECRET, 'customer', count),
    await createPeople(client, SECRET, 'admin', count),
  ]);
  return Promise.all(
    (customers ?? []).map((customer, index) => {
      const agent = agents?.[index];
      if (!agent) throw new Error('an agent is missing');
      const chance = createChance(seed, index + 1);
      if (byWhatsApp(index)) {
        const number = `23480${10_000_000 + index}`;
        return openWhatsAppConversation(context, { agent, number, line }, chance);
      }
      return openConversation(context, { customer, agent }, chance);
    }),
  );
}

function percentile(sorted: readonly number[], share: number): string {
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`;
}

function printFigures(conversations: readonly Conversation[], seconds: number): void {
  const delays = conversations.flatMap((conversation) => conversation.delays).sort((a, b) => a - b);
  const connections = conversations.flatMap(({ pages }) => pages).reduce((sum, page) => sum + page.connections(), 0);
  const messages = conversations.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  console.log(
    `${messages} messages in ${Math.round(seconds)} s over ${connections} connections; to the other side: half within ${percentile(delays, 0.5)}, 99 % within ${percentile(delays, 0.99)}, all within ${percentile(delays, 1)}`,
  );
}

async function soak(fixture: Fixture, { line, link }: Outside, size: Size, seed: number): Promise<Check[]> {
  const end = new AbortController();
  const context: SoakContext = { ports: fixture.ports, origin: ORIGIN, end: end.signal, defects: [] };
  link(context);
  const each = Math.ceil(size.messages / size.conversations / 2);
  const conversations = await openConversations({ fixture, line }, context, size.conversations, seed);
  try {
    const since = performance.now();
    const talks = Promise.all(conversations.map((conversation) => conversation.talk(each)));
    await Promise.all([
      talks,
      injectFaults(fixture, conversations, {
        size: { ...size, messages: each * 2 * size.conversations },
        chance: createChance(seed, 0),
        end: end.signal,
      }),
    ]);
    printFigures(conversations, (performance.now() - since) / 1000);
    const deadline = setTimeout(() => end.abort(new Error('not everything arrived')), LAST_MESSAGES_WITHIN_MS);
    await Promise.all(conversations.map((conversation) => conversation.seen(each * 2))).catch((error: unknown) =>
      context.defects.push(String(error)),
    );
    clearTimeout(deadline);
    const checks = await withClient(fixture.database, (client) =>
      checkConversations(client, conversations, each, context.defects),
    );
    return [...checks, checkDatabaseLog(fixture.folder)];
  } finally {
    for (const page of conversations.flatMap((conversation) => conversation.pages)) page.close();
    end.abort(new Error('the soak test is over'));
  }
}

/** The database is not killed here, so whatever ends one of its processes is a fault of a query. */
function checkDatabaseLog(folder: string): Check {
  const lines = readFileSync(join(folder, 'database', 'postgres.log'), 'utf8').split('\n');
  return {
    name: 'no process of the database crashed',
    violations: lines.filter((line) => line.includes('terminated by signal')),
  };
}

function report(checks: readonly Check[]): boolean {
  const failed = printChecks(checks);
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

const sizes = ['messages', 'disconnects', 'kills', 'conversations'] as const;
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string' },
    messages: { type: 'string' },
    disconnects: { type: 'string' },
    kills: { type: 'string' },
    conversations: { type: 'string' },
  },
});
const usual = values.full ? FULL : SHORT;
const size = Object.fromEntries(sizes.map((name) => [name, Number(values[name] ?? usual[name])])) as Size;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (
  sizes.some((name) => !Number.isInteger(size[name]) || size[name] < 0) ||
  size.conversations < 1 ||
  !Number.isInteger(seed)
) {
  throw new Error(`usage: npm run chat-soak -- [--full] [--seed N] ${sizes.map((name) => `[--${name} N]`).join(' ')}`);
}

type Outside = { readonly line: WhatsAppLine; readonly link: (context: SoakContext) => void };

async function soakThenShutDown(fixture: Fixture, outside: Outside) {
  try {
    return await soak(fixture, outside, size, seed);
  } finally {
    await fixture.shutDown();
    await outside.line.close();
  }
}

const words = sizes.map((name) => `--${name} ${size[name]}`).join(' ');
console.log(
  `Chat soak test: ${INSTANCES} instances, seed ${seed} (repeat with: npm run chat-soak -- ${words} --seed ${seed})`,
);
try {
  let reportedTo: SoakContext | null = null;
  const line = await openWhatsAppLine(() => reportedTo, createChance(seed, size.conversations + 1));
  const fixture = await createFixture(INSTANCES, line.env);
  const link = (context: SoakContext): void => {
    reportedTo = context;
  };
  const isClean = report(await soakThenShutDown(fixture, { line, link }));
  if (isClean) fixture.clear();
  else say(`The logs are in ${fixture.folder}.`);
  process.exitCode = isClean ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
