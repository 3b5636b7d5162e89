import { setTimeout as sleep } from 'node:timers/promises';
import { keyScopes } from '@portal/contract/platform/staff-permissions';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import type pg from 'pg';
import { giveRole, openSession } from '../../bench/fuzz/callers.ts';
import { DEMO_STAFF } from '../../bench/fuzz/demo-people.ts';
import { createClient, type FuzzAnswer } from '../../bench/fuzz/send.ts';
import { proofOf } from '../../bench/fuzz/signed-requests.ts';
import { killPostmaster } from '../../bench/portal/portal-process.ts';
import { codeOf } from '../../e2e/fixtures/customers/authenticator.ts';
import { BROWSER, callEverything } from './call-everything.ts';
import type { Canary } from './canary.ts';
import { type Installation, METRICS_TOKEN, SESSION_SECRET } from './installation.ts';

const EMAIL = 'zainab.bello@drill.example';
const PASSWORD = 'canaryPasswordQx85';
const PHONE = '8031239876';
const CHAT = 'canaryChatQx86';
const MAIL_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 60_000;

type Browser = {
  readonly call: (method: string, path: string, body?: object) => Promise<FuzzAnswer>;
  /** The value of the session cookie. */
  readonly session: () => string;
};

type Client = ReturnType<typeof createClient>;

function openBrowser(client: Client): Browser {
  let cookie = '';
  return {
    session: () => cookie.replace(/^.*session=/, ''),
    call: async (method, path, body) => {
      const headers = { ...BROWSER, cookie, ...(body && { 'content-type': 'application/json' }) };
      const answer = await client.send({ method, path, headers, body: body ? JSON.stringify(body) : null });
      const given = answer.headers['set-cookie'];
      if (Array.isArray(given)) cookie = given.map((line) => String(line).split(';', 1)[0]).join('; ');
      return answer;
    },
  };
}

function read(answer: FuzzAnswer, what: string): Record<string, unknown> {
  if (answer.status !== 200) throw new Error(`${what} answered ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body);
}

/** A password, signed in with rightly and wrongly, and reset by a mailed token. */
async function useThePassword(client: Client, database: pg.Client): Promise<Canary[]> {
  const form = { firstName: 'Zainab', lastName: 'Bello', email: EMAIL, password: PASSWORD };
  read(await openBrowser(client).call('POST', '/api/register', form), 'registration');
  await openBrowser(client).call('POST', '/api/login', { email: EMAIL, password: `${PASSWORD}, mistyped` });
  await openBrowser(client).call('POST', '/api/register', form);
  await openBrowser(client).call('POST', '/api/password-reset/request', { email: EMAIL });
  const token = await until(async () => {
    const { rows } = await database.query<{ text: string }>(
      "select text from outbox_messages where recipient = $1 and text like '%/reset-password#token=%'",
      [EMAIL],
    );
    return /#token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? null;
  }, 'a mail with a link');
  const confirm = (newPassword: string) =>
    openBrowser(client).call('POST', '/api/password-reset/confirm', { token, newPassword });
  await confirm('short');
  read(await confirm(`${PASSWORD}-new`), 'the reset');
  await confirm(`${PASSWORD}-again`);
  return [
    { name: 'a password', value: PASSWORD },
    {
      name: 'a token that resets a password',
      value: token,
      alsoIn: {
        'outbox_messages.text':
          'the mail itself, until it is sent; only its address reads it, and the link is of one use',
        'outbox_messages.html': 'the same mail',
      },
    },
  ];
}

async function until<T>(find: () => Promise<T | null>, what: string): Promise<T> {
  const giveUpAt = performance.now() + MAIL_WITHIN_MS;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (performance.now() > giveUpAt) throw new Error(`there was not ${what}`);
    await sleep(100);
  }
}

/** A number, verified after both vendors have refused its text, in words that repeat it. */
async function useThePhone(me: Browser, { texts }: Installation): Promise<Canary[]> {
  const phoneNumber = `0${PHONE}`;
  for (const mode of ['refuse', 'error', 'not-json', 'take'] as const) {
    texts.behave('termii', mode);
    texts.behave('africas-talking', mode);
    await me.call('POST', '/api/sms/send-otp', { phoneNumber });
  }
  const code = /\b\d{6}\b/.exec(texts.received.at(-1)?.text ?? '')?.[0] ?? '';
  await me.call('POST', '/api/sms/verify-otp', { phoneNumber, otp: code === '111111' ? '222222' : '111111' });
  read(await me.call('POST', '/api/sms/verify-otp', { phoneNumber, otp: code }), 'the code');
  return [
    { name: 'a telephone number', value: PHONE, belongsTo: ['contact', 'identity', 'text'] },
    { name: 'a code by text', value: code },
  ];
}

async function useTheApp(me: Browser): Promise<Canary[]> {
  const { secret } = read(await me.call('POST', '/api/user/second-factor/enrol', {}), 'the set-up of an app');
  await me.call('POST', '/api/user/second-factor/confirm', { code: '000000' });
  const code = codeOf(String(secret), Date.now());
  const confirmed = read(await me.call('POST', '/api/user/second-factor/confirm', { code }), 'the app');
  const [recovery] = confirmed.recoveryCodes as string[];
  return [
    { name: 'the secret of an authenticator app', value: String(secret) },
    { name: 'a recovery code', value: recovery ?? '' },
  ];
}

/** A card that pays, and is saved; the gateway then fails in several ways. */
async function useTheCard(me: Browser, { sandbox }: Installation): Promise<Canary[]> {
  const [plan] = JSON.parse((await me.call('GET', '/api/plans')).body) as { id: string }[];
  read(await me.call('POST', '/api/user/subscription', { planId: plan?.id }), 'the choice of a plan');
  const pay = async (): Promise<string> => {
    const { total } = read(await me.call('GET', `/api/user/payment-quote?plan=${plan?.id}`), 'the quote');
    const order = { amount: total, email: EMAIL, plan: plan?.id };
    const { data } = read(await me.call('POST', '/api/payment/paystack/initialize', order), 'the payment');
    return String(Reflect.get(Object(data), 'reference'));
  };
  const reference = await pay();
  sandbox.handle.decide(reference, 'approve');
  await me.call('POST', '/api/payment/verify', { gateway: 'paystack', reference });
  const asked = await fetch(`${sandbox.portalEnv.PAYSTACK_BASE_URL}/transaction/verify/${reference}`, {
    headers: { authorization: `Bearer ${SANDBOX_KEYS.paystackSecretKey}` },
  });
  const { data } = (await asked.json()) as { data: { authorization: { authorization_code: string } } };
  const code = data.authorization.authorization_code;
  const second = await pay();
  for (const mode of ['error', 'wrong-json', 'wrong-shape', 'drop'] as const) {
    sandbox.handle.clearFaults();
    sandbox.handle.addFault({ gateway: 'paystack', operation: 'verify', mode });
    await me.call('POST', '/api/payment/verify', { gateway: 'paystack', reference: second });
  }
  sandbox.handle.clearFaults();
  return [{ name: 'the authorisation code of a card', value: code }];
}

/** Writes to support; resolves with the id of the chat. */
async function useTheChat(me: Browser): Promise<unknown> {
  const { id } = read(await me.call('POST', '/api/chat/initialize', {}), 'the chat');
  read(await me.call('POST', '/api/chat/send', { sessionId: id, content: CHAT }), 'the message');
  return id;
}

/** A key with every scope, which is accepted, unknown to a path, and refused. */
async function useAnApiKey(client: Client, database: pg.Client, staffId: number): Promise<Canary> {
  const { headers } = await openSession(database, SESSION_SECRET, staffId);
  const made = await client.send({
    method: 'POST',
    path: '/api/staff/api-keys',
    headers: { ...BROWSER, ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Drill', scopes: keyScopes }),
  });
  const key = String(read(made, 'the key').key);
  for (const path of ['/api/staff/customers', '/api/staff/nothing', '/api/user']) {
    await client.send({ method: 'GET', path, headers: { authorization: `Bearer ${key}` }, body: null });
  }
  return { name: 'an API key', value: key };
}

/** A webhook about a card, signed rightly and with the secret of another gateway. */
async function sendWebhooks(client: Client, authorizationCode: string): Promise<void> {
  const authorization = { authorization_code: authorizationCode };
  const data = { id: 7, reference: 'P99999999999999', amount: 1, authorization };
  const body = JSON.stringify({ event: 'charge.success', data });
  for (const signer of ['paystack', 'quickteller']) {
    const headers = { 'content-type': 'application/json', ...proofOf(signer, body) };
    await client.send({ method: 'POST', path: '/api/webhooks/paystack', headers, body });
  }
}

const valueIn = (canaries: readonly Canary[], wanted: string): string =>
  canaries.find(({ name }) => name === wanted)?.value ?? '';

/** What the fields of the contract's calls are given, by their name. */
const fieldsWith = (canaries: readonly Canary[]) =>
  new Map<string, readonly string[]>([
    ['password', [PASSWORD]],
    ['newPassword', [`${PASSWORD}, another`]],
    ['currentPassword', [PASSWORD]],
    ['phone', [`0${PHONE}`]],
    ['phoneNumber', [`0${PHONE}`]],
    ['token', [valueIn(canaries, 'a token that resets a password')]],
    ['otp', [valueIn(canaries, 'a code by text')]],
  ]);

/** Calls that carry canaries, while the database is killed and comes back. */
async function callWithoutDatabase(
  me: Browser,
  chat: unknown,
  installation: Installation,
  canaries: readonly Canary[],
): Promise<number> {
  const { dataDir, portal } = installation;
  const token = valueIn(canaries, 'a token that resets a password');
  const calls: readonly (readonly [string, string, object?])[] = [
    ['POST', '/api/login', { email: EMAIL, password: PASSWORD }],
    ['POST', '/api/password-reset/confirm', { token, newPassword: PASSWORD }],
    ['POST', '/api/sms/verify-otp', { phoneNumber: `0${PHONE}`, otp: valueIn(canaries, 'a code by text') }],
    ['POST', '/api/chat/send', { sessionId: chat, content: CHAT }],
    ['POST', '/api/user/proof', { code: valueIn(canaries, 'a recovery code') }],
    ['GET', '/api/user'],
    ['POST', '/api/sales-requests', { phone: `0${PHONE}`, name: CHAT, message: CHAT }],
  ];
  killPostmaster(dataDir);
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  let failed = 0;
  for (;;) {
    for (const [method, path, body] of calls) {
      const { status } = await me.call(method, path, body);
      if (status >= 500) failed++;
    }
    const isReady = await fetch(`${portal.origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && failed > 0) return failed;
    if (performance.now() > giveUpAt) throw new Error('the portal did not come back after its database was killed');
  }
}

export type Left = {
  readonly canaries: readonly Canary[];
  readonly metrics: string;
  /** Calls from the contract, and answers of 5xx while there was no database. */
  readonly sent: number;
  readonly failed: number;
};

/** Does everything with the portal that takes or makes a secret. Throws when a step is refused that has to work. */
export async function leaveCanaries(installation: Installation): Promise<Left> {
  const { port, portal, texts } = installation;
  const client = createClient(port, 4);
  try {
    let database = await installation.database();
    const canaries: Canary[] = await useThePassword(client, database);
    const me = openBrowser(client);
    read(await me.call('POST', '/api/login', { email: EMAIL, password: `${PASSWORD}-new` }), 'the sign-in');
    canaries.push(...(await useThePhone(me, installation)));
    canaries.push(...(await useTheCard(me, installation)));
    canaries.push(...(await useTheApp(me)));
    const chat = await useTheChat(me);
    canaries.push({ name: 'a text of a chat', value: CHAT, belongsTo: ['text', 'identity', 'contact'] });
    canaries.push({ name: 'the token of a session', value: me.session() });
    const idOf = async (email: string): Promise<number> =>
      (await database.query<{ id: number }>('select id from users where email = $1', [email])).rows[0]?.id ?? 0;
    const people = { customer: await idOf(EMAIL), staff: await idOf(DEMO_STAFF) };
    await giveRole(database, people.staff, 'owner');
    canaries.push(await useAnApiKey(client, database, people.staff));
    await sendWebhooks(client, valueIn(canaries, 'the authorisation code of a card'));
    texts.behave('termii', 'refuse');
    texts.behave('africas-talking', 'refuse');
    const sent = await callEverything(client, database, people, fieldsWith(canaries));
    await until(async () => {
      const { rows } = await database.query('select 1 from outbox_messages where last_error is not null limit 1');
      return rows.length > 0 ? true : null;
    }, 'a mail that failed');
    const ended = new Promise((resolve) => database.once('end', resolve));
    const failed = await callWithoutDatabase(me, chat, installation, canaries);
    await ended;
    database = await installation.database();
    await database.end();
    const metrics = await fetch(`${portal.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return { canaries, metrics: await metrics.text(), sent, failed };
  } finally {
    client.close();
  }
}
