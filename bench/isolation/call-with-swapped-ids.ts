import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import type pg from 'pg';
import { type Check, findBrokenInvariants } from '../crash/check-ledger.ts';
import { createChance } from '../crash/random.ts';
import { openSession } from '../fuzz/callers.ts';
import { type FuzzCase, validCasesOf } from '../fuzz/cases.ts';
import { type Fixture, SECRET } from '../fuzz/fixture.ts';
import { idsOfCustomer, readKnownValues } from '../fuzz/known-values.ts';
import type { KnownValues } from '../fuzz/schema-values.ts';
import { type CustomerWithWord, sendUntilTaken, WORDS } from './customers.ts';

const AT_ONCE = 8;
/** Requests made at a time for one call with the ids of one customer. */
const BATCH = 20;
/** Jobs may still do what follows from the customers' own calls. */
const QUIET_WITHIN_MS = 60_000;

/** Every call of a signed-in customer but the one that ends the session in use. */
const calls = endpoints.filter(({ access }) => access === 'session');

type Ids = { readonly known: KnownValues; readonly byPath: ReadonlyMap<string, readonly unknown[]> };

/** Everything of a customer that an address, a query or a body may name. */
async function idsOf({ database, people }: Fixture, customer: CustomerWithWord): Promise<Ids> {
  const known = await readKnownValues(database, { customer: customer.id, staff: people.staff });
  const byPath = new Map<string, readonly unknown[]>();
  for (const { path } of calls.filter((entry) => entry.path.includes(':'))) {
    const isSession = path.startsWith('/api/user/sessions/');
    byPath.set(path, isSession ? [customer.sessionId] : await idsOfCustomer(database, path, customer.id));
  }
  return { known, byPath };
}

/** Valid requests of a call that name what a customer has. */
function requestsWith(entry: Endpoint, { known, byPath }: Ids, seed: number): FuzzCase[] {
  const [parameter] = entry.path.match(/(?<=:)\w+/) ?? [];
  const ids = byPath.get(entry.path) ?? [];
  const named: KnownValues =
    parameter === undefined || ids.length === 0 ? known : new Map([...known, [parameter, ids]]);
  return validCasesOf(entry, named, { seed, count: BATCH });
}

/** A sum of all rows of these customers, by table; sign-ins, and when jobs look at a row again, are left out. */
async function sumOfRows(database: pg.Client, customers: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; owner: string }>(
    `select c.table_name as name, min(c.column_name) as owner from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.column_name in ('user_id', 'account_id', 'uploader_id') and c.table_name not in ('sessions', 'account_devices')
     group by 1 order by 1`,
  );
  const inner: readonly (readonly [string, string])[] = [
    ['users', 'id = any($1)'],
    ['chat_messages', 'session_id in (select id from chat_sessions where user_id = any($1))'],
    ['ticket_replies', 'ticket_id in (select id from support_tickets where user_id = any($1))'],
    ...rows.map(({ name, owner }) => [name, `"${owner}" = any($1)`] as const),
  ];
  const sums = inner.map(
    ([name, condition]) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtext((to_jsonb(t) - '{next_step_at,updated_at}'::text[])::text)), 0) as sum from "${name}" t where ${condition}`,
  );
  const summed = await database.query<{ name: string; sum: string }>(sums.join(' union all '), [customers]);
  return new Map(summed.rows.map(({ name, sum }) => [name, sum]));
}

/** The same once nothing changes any more by itself. */
async function settledSum(database: pg.Client, customers: readonly number[]): Promise<Map<string, string>> {
  const giveUpAt = performance.now() + QUIET_WITHIN_MS;
  let last = await sumOfRows(database, customers);
  for (;;) {
    await sleep(2000);
    const now = await sumOfRows(database, customers);
    const isSettled = [...now].every(([name, sum]) => last.get(name) === sum);
    if (isSettled || performance.now() > giveUpAt) return now;
    last = now;
  }
}

/**
 * Half of the customers send random calls of their own that name what others have; the other half
 * never call. Nobody reads a word of another, nobody is answered for what is another's, and no row of
 * the quiet half changes.
 */
export async function callWithSwappedIds(
  fixture: Fixture,
  customers: readonly CustomerWithWord[],
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Check[]> {
  const { database, client, browser } = fixture;
  const half = Math.floor(customers.length / 2);
  const quiet = customers.slice(half);
  const callers = customers.slice(0, half);
  const ids = new Map<CustomerWithWord, Ids>();
  for (const customer of customers) ids.set(customer, await idsOf(fixture, customer));
  const cookies = new Map(callers.map((customer) => [customer, customer.headers]));
  const before = await settledSum(
    database,
    quiet.map(({ id }) => id),
  );
  const chance = createChance(seed, 0);
  const words: string[] = [];
  const answered: string[] = [];
  const defects: string[] = [];
  let sent = 0;
  let accepted = 0;

  const judgeAnswer = (
    caller: CustomerWithWord,
    victim: CustomerWithWord,
    entry: Endpoint,
    one: FuzzCase,
    status: number,
    body: string,
  ) => {
    const what = `${caller.word} ${one.method} ${one.path} ${String(one.body).slice(0, 200)}: ${status} ${body.slice(0, 200)}`;
    if (status >= 500 || status === 0) defects.push(what);
    for (const [word] of body.matchAll(WORDS)) {
      // What they have written themselves comes back to them.
      if (word.toLowerCase() !== caller.word.toLowerCase() && !String(one.body).includes(word))
        words.push(`${word}: ${what}`);
    }
    const victimsIds = ids.get(victim)?.byPath.get(entry.path) ?? [];
    if (status < 300 && victimsIds.some((id) => one.path.includes(`/${encodeURIComponent(String(id))}`)))
      answered.push(what);
    if (status < 300) accepted++;
  };

  const work = async (): Promise<void> => {
    while (sent < count) {
      const entry = calls[chance.whole(calls.length)];
      const caller = callers[chance.whole(callers.length)];
      const victim = customers[chance.whole(customers.length)];
      if (!entry || !caller || !victim || victim === caller) continue;
      for (const one of requestsWith(entry, ids.get(victim) as Ids, chance.whole(2 ** 31))) {
        if (sent++ >= count) return;
        const headers = { ...browser, ...cookies.get(caller), ...one.headers };
        const { status, body } = await sendUntilTaken(client, { ...one, headers });
        if (status === 401) cookies.set(caller, (await openSession(database, SECRET, caller.id)).headers);
        judgeAnswer(caller, victim, entry, one, status, body);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  const after = await settledSum(
    database,
    quiet.map(({ id }) => id),
  );
  const changed = [...after].filter(([name, sum]) => before.get(name) !== sum);
  console.error(
    `${count} calls with the ids of others, ${accepted} accepted; ${after.size} tables of ${quiet.length} quiet customers compared`,
  );
  return [
    { name: 'no answer has a word of another customer', violations: words },
    { name: 'no call is answered for what is another customer’s', violations: answered },
    {
      name: 'no row of a customer who does not call changes',
      violations: changed.map(([name, sum]) => `${name}: ${before.get(name)} → ${sum}`),
    },
    { name: 'no call with a swapped id is a defect', violations: defects },
    {
      name: 'the invariants hold after the calls with swapped ids',
      violations: await findBrokenInvariants(database),
    },
  ];
}
