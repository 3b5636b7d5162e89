import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Caller, openSession } from '../fuzz/callers.ts';
import { type Fixture, SECRET } from '../fuzz/fixture.ts';
import type { Client, FuzzAnswer, FuzzRequest } from '../fuzz/send.ts';

/** A customer in whose every text their own word stands. */
export type CustomerWithWord = Caller & { readonly word: string; readonly sessionId: string };

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The words of all customers; the number in one says whose it is. */
export const WORDS = /zq(\d\d)canary/gi;

const wordOf = (n: number): string => `Zq${String(n).padStart(2, '0')}canary`;

const TRIES = 5;
const PAUSE_MS = 500;

/** Sends a request again, a few times, while a busy portal refuses it with a 503. */
export async function sendUntilTaken(client: Client, request: FuzzRequest): Promise<FuzzAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await client.send(request);
    if (answer.status !== 503 || tries === TRIES) return answer;
    await sleep(PAUSE_MS);
  }
}

/** Inserts what only gateways and jobs make: a saved card, a notice. */
async function insertRecords(database: pg.Client, id: number, word: string): Promise<void> {
  await database.query(`insert into payment_methods (user_id, provider, reference) values ($1, 'paystack', $2)`, [
    id,
    `AUTH_${word}`,
  ]);
  await database.query(
    `insert into notices (user_id, notice_key, kind, values) values ($1, $2, 'line-restored', '{}')`,
    [id, `isolation:${word}`],
  );
}

/** Registers a customer and gives them, through the API, one of everything that a customer may have. */
async function createCustomer(fixture: Fixture, n: number): Promise<CustomerWithWord> {
  const { client, database, browser } = fixture;
  const word = wordOf(n);
  const email = `${word.toLowerCase()}@isolation.example`;
  const json = { 'content-type': 'application/json' };
  await client.send({
    method: 'POST',
    path: '/api/register',
    headers: { ...browser, ...json },
    body: JSON.stringify({ firstName: word, lastName: word, email, password: 'wide road, early rain' }),
  });
  const { rows } = await database.query<{ id: number }>('select id from users where email = $1', [email]);
  const [row] = rows;
  if (!row) throw new Error(`${email} could not register`);
  const caller = await openSession(database, SECRET, row.id);
  const headers = { ...browser, ...caller.headers };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await sendUntilTaken(client, {
      method,
      path,
      headers: { ...headers, ...(body ? json : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const [plan] = await call('GET', '/api/plans');
  await call('POST', '/api/user/subscribe', { planId: plan.id });
  await call('POST', '/api/user/lines', { label: word, planId: plan.id, place: word });
  const { total } = await call('GET', `/api/user/payment-quote?plan=${plan.id}`);
  const { data } = await call('POST', '/api/payment/paystack/initialize', { plan: plan.id, amount: total, email });
  await fetch(data.authorization_url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve' }),
    redirect: 'manual',
  });
  await call('POST', '/api/payment/verify', { gateway: 'paystack', reference: data.reference });
  const file = await client.send({
    method: 'POST',
    path: `/api/user/ticket-attachments?name=${word}.png`,
    headers: { ...headers, 'content-type': 'image/png' },
    body: PIXEL,
  });
  const attachments = file.status < 300 ? [JSON.parse(file.body).attachment?.id ?? JSON.parse(file.body).id] : [];
  const { ticket } = await call('POST', '/api/user/tickets', { subject: word, description: word, attachments });
  await call('POST', `/api/user/tickets/${ticket.id}/replies`, { text: word, clientReplyId: word });
  const chat = await call('POST', '/api/chat/initialize', {});
  await call('POST', '/api/chat/send', { sessionId: chat.id, content: word });
  await call('PUT', '/api/user/billing-details', { companyName: word, address: word, taxId: '01234567-0001' });
  await call('POST', '/api/user/account/invitations', { email: `friend-of-${email}`, role: 'billing' });
  await insertRecords(database, row.id, word);
  const [session] = await call('GET', '/api/user/sessions');
  return { ...caller, word, sessionId: session.id };
}

/** Creates so many customers, at most a hundred, one after the other. */
export async function createCustomers(fixture: Fixture, count: number): Promise<CustomerWithWord[]> {
  const customers: CustomerWithWord[] = [];
  for (let n = 0; n < count; n++) customers.push(await createCustomer(fixture, n));
  return customers;
}
