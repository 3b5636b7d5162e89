import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import type { Check } from '../crash/check-ledger.ts';
import { type CallerName, schemaOf, validCasesOf } from './cases.ts';
import type { Fixture } from './fixture.ts';
import { knownForCall, readKnownValues } from './known-values.ts';
import type { KnownValues } from './schema-values.ts';
import type { FuzzAnswer } from './send.ts';

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const REPEATS = 4;
const TRIES = 12;

const isOk = ({ status }: FuzzAnswer): boolean => status >= 200 && status < 300;

/** The id of what a call has made: the first one in its answer, at any depth. */
function idIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const own: unknown = Reflect.get(value, 'id');
  if (typeof own === 'string' || typeof own === 'number') return String(own);
  for (const inner of Object.values(value)) {
    const found = idIn(inner);
    if (found !== null) return found;
  }
  return null;
}

function idOf(answer: FuzzAnswer): string | null {
  try {
    return idIn(JSON.parse(answer.body));
  } catch {
    return null;
  }
}

type Setup = {
  readonly fixture: Fixture;
  readonly seed: number;
  readonly known: (entry: Endpoint) => Promise<KnownValues>;
};

/** Sends a valid request to the call, with `id` in its address where it takes one. */
async function call(
  { fixture }: Setup,
  entry: Endpoint,
  caller: CallerName | 'other',
  request: { readonly path: string; readonly body: string | Buffer | null },
): Promise<FuzzAnswer> {
  const headers = {
    ...fixture.headersOf(caller, entry.access),
    ...(request.body === null ? {} : { 'content-type': 'application/json' }),
  };
  return fixture.client.send({ method: entry.method, headers, ...request });
}

async function bodyFor(setup: Setup, entry: Endpoint): Promise<string | Buffer | null> {
  const [valid] = validCasesOf(entry, await setup.known(entry), { seed: setup.seed, count: 1 });
  return valid?.body ?? null;
}

/** Creates one of what a collection holds, trying different valid requests; its id, or null when none was accepted. */
async function createOne(setup: Setup, entry: Endpoint): Promise<string | null> {
  for (const { path, body } of validCasesOf(entry, await setup.known(entry), { seed: setup.seed, count: TRIES })) {
    const answer = await call(setup, entry, 'right', { path, body });
    const id = isOk(answer) ? idOf(answer) : null;
    if (id !== null) return id;
  }
  return null;
}

/** Outsiders of a call: whoever must be told that there is nothing, or that it is not for them. */
const outsidersOf = ({ access }: Endpoint): readonly (readonly [CallerName | 'other', readonly number[]])[] =>
  access === 'session'
    ? [
        ['other', [404, 409, 422]],
        ['clerk', [404, 409, 422]],
        ['nobody', [401]],
      ]
    : [
        ['customer', [403]],
        ['nobody', [401]],
      ];

async function callAsOutsiders(setup: Setup, byId: readonly Endpoint[], id: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const entry of byId) {
    const path = entry.path.replace(/:\w+/, id).replace(/:\w+/g, '1');
    const body = await bodyFor(setup, entry);
    for (const [who, refusals] of outsidersOf(entry)) {
      const answer = await call(setup, entry, who, { path, body });
      if (!refusals.includes(answer.status))
        wrong.push(`${who} ${nameOf(entry)}: ${answer.status} ${answer.body.slice(0, 200)}`);
    }
  }
  return wrong;
}

/** Deletes it several times at once; afterwards it is not there for anybody. */
async function deleteOftenAndUse(setup: Setup, byId: readonly Endpoint[], id: string): Promise<string[]> {
  const removal = byId.find(({ method, path }) => method === 'DELETE' && /:\w+$/.test(path));
  if (!removal) return [];
  const path = removal.path.replace(/:\w+/, id);
  const answers = await Promise.all(
    Array.from({ length: REPEATS }, () => call(setup, removal, 'right', { path, body: null })),
  );
  const wrong = answers.filter(({ status }) => ![200, 204, 404, 409].includes(status));
  const after = [];
  for (const entry of byId) {
    const answer = await call(setup, entry, 'right', {
      path: entry.path.replace(/:\w+/, id).replace(/:\w+/g, '1'),
      body: await bodyFor(setup, entry),
    });
    if (answer.status >= 500 || answer.status === 0) after.push(`${nameOf(entry)} after it: ${answer.status}`);
  }
  return [...wrong.map(({ status, body }) => `${nameOf(removal)}: ${status} ${body.slice(0, 200)}`), ...after];
}

/** A form sent several times at once under one id of the client has one effect. */
async function repeatForm(setup: Setup, entry: Endpoint): Promise<string[] | null> {
  for (const { path, body } of validCasesOf(entry, await setup.known(entry), { seed: setup.seed + 1, count: TRIES })) {
    if (!hasClientId(body)) continue;
    const answers = await Promise.all(
      Array.from({ length: REPEATS }, () => call(setup, entry, 'right', { path, body })),
    );
    const defects = answers.filter(({ status }) => status >= 500 || status === 0);
    if (defects.length > 0) return defects.map(({ status, body: said }) => `${nameOf(entry)}: ${status} ${said}`);
    const made = new Set(answers.filter(isOk).map(idOf));
    if (made.size > 1) return [`${nameOf(entry)} made ${made.size} of one form: ${[...made].join(', ')}`];
    if (made.size === 1) return [];
  }
  return null;
}

const CLIENT_ID = /^(client\w*Id|formId)$/;

const takesClientId = ({ body }: Endpoint): boolean =>
  Object.keys(schemaOf(body).properties ?? {}).some((name) => CLIENT_ID.test(name));

/** Without the id that it may leave out, each form is one of its own. */
const hasClientId = (body: string | Buffer | null): boolean =>
  Object.keys(JSON.parse(String(body)) ?? {}).some((name) => CLIENT_ID.test(name));

/**
 * What one request alone does not show: something is made, called by its id by others, deleted many
 * times at once and used again; and a form comes many times at once. From the contract: an address
 * with a parameter names something of the collection before it.
 */
export async function runSequences(fixture: Fixture, seed: number): Promise<Check[]> {
  await fixture.restore();
  const common = await readKnownValues(fixture.database, fixture.people, fixture.planted);
  const known = (entry: Endpoint): Promise<KnownValues> =>
    knownForCall(fixture.database, entry, common, fixture.people);
  const setup = { fixture, seed, known };
  const outside: string[] = [];
  const removed: string[] = [];
  const repeated: string[] = [];
  let made = 0;
  let forms = 0;
  for (const entry of endpoints.filter(({ access }) => access === 'session' || access === 'admin')) {
    if (entry.method !== 'POST') continue;
    if (takesClientId(entry)) {
      const wrong = await repeatForm(setup, entry);
      if (wrong !== null) forms++;
      repeated.push(...(wrong ?? []));
    }
    const byId = endpoints.filter(({ path }) => path.startsWith(`${entry.path}/:`));
    if (byId.length === 0 || entry.body === undefined) continue;
    const id = await createOne(setup, entry);
    if (id === null) continue;
    made++;
    // What was made may be a role of staff for one of the callers.
    await fixture.restore();
    outside.push(...(await callAsOutsiders(setup, byId, id)));
    removed.push(...(await deleteOftenAndUse(setup, byId, id)));
  }
  return [
    { name: `what somebody has made is not there for others (${made} kinds)`, violations: outside },
    { name: 'what is deleted many times at once, and used after it, is answered', violations: removed },
    { name: `a form that comes many times at once has one effect (${forms} forms)`, violations: repeated },
  ];
}
