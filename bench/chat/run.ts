import { parseArgs } from 'node:util';
import type { Check } from '../crash/check-books.ts';
import { type Chance, createChance } from '../crash/random.ts';
import { withClient } from '../seed-bench-data.ts';
import type { Weather } from './browser.ts';
import { checkConversations } from './check-conversations.ts';
import { openPair, type Pair } from './pair.ts';
import { createPeople } from './people.ts';
import { createStage, SECRET, type Stage } from './stage.ts';

const INSTANCES = 2;
const LAST_MESSAGES_WITHIN_MS = 60_000;
/** Of one kind of violation the first few say enough. */
const SHOWN = 5;

type Size = { readonly messages: number; readonly disconnects: number; readonly kills: number; readonly pairs: number };

const CI: Size = { messages: 10_000, disconnects: 200, kills: 5, pairs: 40 };
const FULL: Size = { messages: 100_000, disconnects: 2000, kills: 20, pairs: 200 };

const say = (message: string): void => console.error(message);

/** Lets something happen each time another share of the messages is written. */
async function spread(
  times: number,
  total: number,
  progress: () => number,
  act: (time: number) => Promise<void>,
): Promise<void> {
  for (let time = 1; time <= times; time++) {
    const at = (total * time) / (times + 1);
    while (progress() < at) await new Promise((resolve) => setTimeout(resolve, 10));
    await act(time);
  }
}

async function makeWeather(stage: Stage, pairs: readonly Pair[], size: Size, chance: Chance): Promise<void> {
  const written = (): number => pairs.reduce((sum, { promised }) => sum + promised.length, 0);
  const pages = pairs.flatMap((pair) => pair.pages);
  const disconnect = async (): Promise<void> => {
    while (!pages[chance.whole(pages.length)]?.cut()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const kill = async (time: number): Promise<void> => {
    const victim = chance.whole(INSTANCES);
    // The messenger between them is killed as well, once.
    if (time === 1) await stage.redis.restart();
    await stage.killAndRestart(victim);
    say(`kill ${time}/${size.kills}: instance ${victim + 1}, after ${written()} messages`);
  };
  await Promise.all([
    spread(size.disconnects, size.messages, written, disconnect),
    spread(size.kills, size.messages, written, kill),
  ]);
}

async function openPairs(stage: Stage, weather: Weather, count: number, seed: number): Promise<Pair[]> {
  const [customers, agents] = await withClient(stage.database, async (client) => [
    await createPeople(client, SECRET, 'customer', count),
    await createPeople(client, SECRET, 'admin', count),
  ]);
  return Promise.all(
    (customers ?? []).map((customer, index) => {
      const agent = agents?.[index];
      if (!agent) throw new Error('an agent is missing');
      return openPair(weather, { customer, agent }, createChance(seed, index + 1));
    }),
  );
}

function percentile(sorted: readonly number[], share: number): string {
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`;
}

function tellFigures(pairs: readonly Pair[], seconds: number): void {
  const delays = pairs.flatMap((pair) => pair.delays).sort((a, b) => a - b);
  const connections = pairs.flatMap(({ pages }) => pages).reduce((sum, page) => sum + page.connections(), 0);
  const messages = pairs.reduce((sum, { promised }) => sum + promised.length, 0);
  console.log(
    `${messages} messages in ${Math.round(seconds)} s over ${connections} connections; to the other side: half within ${percentile(delays, 0.5)}, 99 % within ${percentile(delays, 0.99)}, all within ${percentile(delays, 1)}`,
  );
}

async function storm(stage: Stage, size: Size, seed: number): Promise<Check[]> {
  const end = new AbortController();
  const weather: Weather = { ports: stage.ports, end: end.signal, defects: [] };
  const each = Math.ceil(size.messages / size.pairs / 2);
  const pairs = await openPairs(stage, weather, size.pairs, seed);
  try {
    const since = performance.now();
    const talks = Promise.all(pairs.map((pair) => pair.talk(each)));
    await Promise.all([
      talks,
      makeWeather(stage, pairs, { ...size, messages: each * 2 * size.pairs }, createChance(seed, 0)),
    ]);
    tellFigures(pairs, (performance.now() - since) / 1000);
    const patience = setTimeout(() => end.abort(new Error('not everything arrived')), LAST_MESSAGES_WITHIN_MS);
    await Promise.all(pairs.map((pair) => pair.seen(each * 2))).catch((error: unknown) =>
      weather.defects.push(String(error)),
    );
    clearTimeout(patience);
    return await withClient(stage.database, (client) => checkConversations(client, pairs, each, weather.defects));
  } finally {
    for (const page of pairs.flatMap((pair) => pair.pages)) page.close();
    end.abort(new Error('the storm is over'));
  }
}

function report(checks: readonly Check[]): boolean {
  for (const { name, violations } of checks) {
    console.log(`${violations.length === 0 ? 'ok' : 'VIOLATED'}: ${name}`);
    for (const violation of violations.slice(0, SHOWN)) console.log(`  ${violation}`);
    if (violations.length > SHOWN) console.log(`  … and ${violations.length - SHOWN} more`);
  }
  const failed = checks.filter(({ violations }) => violations.length > 0).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

const sizes = ['messages', 'disconnects', 'kills', 'pairs'] as const;
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string' },
    ...{
      messages: { type: 'string' },
      disconnects: { type: 'string' },
      kills: { type: 'string' },
      pairs: { type: 'string' },
    },
  },
});
const usual = values.full ? FULL : CI;
const size = Object.fromEntries(sizes.map((name) => [name, Number(values[name] ?? usual[name])])) as Size;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (
  sizes.some((name) => !Number.isInteger(size[name]) || size[name] < 0) ||
  size.pairs < 1 ||
  !Number.isInteger(seed)
) {
  throw new Error(`usage: npm run chat-storm -- [--full] [--seed N] ${sizes.map((name) => `[--${name} N]`).join(' ')}`);
}

async function stormThenShutDown(stage: Stage) {
  try {
    return await storm(stage, size, seed);
  } finally {
    await stage.shutDown();
  }
}

console.log(
  `Chat storm: ${sizes.map((name) => `${size[name]} ${name}`).join(', ')}, ${INSTANCES} instances, seed ${seed}`,
);
try {
  const stage = await createStage(INSTANCES);
  const isClean = report(await stormThenShutDown(stage));
  if (isClean) stage.clear();
  else say(`The logs are kept in ${stage.folder}.`);
  process.exitCode = isClean ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
