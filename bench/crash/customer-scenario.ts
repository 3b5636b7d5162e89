import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import { CHECKOUTS, type Checkout } from '@portal/sandbox/sandbox-options';
import type { ExpectedResults } from './expected-results.ts';
import type { Chance } from './random.ts';
import { createRetryingClient, type RetryingClient } from './retrying-client.ts';

export type Scenario = {
  readonly origin: string;
  readonly sandbox: SandboxHandle;
  readonly planIds: readonly [string, ...string[]];
  /** A customer who already exists. */
  readonly referralCode: string;
  readonly expected: ExpectedResults;
  /** Aborted when the run is over. */
  readonly end: AbortSignal;
  /** Sends the customers' requests to the portal. */
  readonly fetch?: typeof fetch;
};

type Customer = {
  readonly email: string;
  readonly planId: string;
  readonly client: RetryingClient;
  readonly chance: Chance;
};

const PASSWORD = 'tall palm, slow river';
const PAYMENT_TRIES = 4;
const NUMBER_TRIES = 10;

type OpenPayment = { readonly gateway: Checkout; readonly reference: string; readonly url: string };

/**
 * One customer's journey: register, choose, pay once or twice at random gateways, verify or not, and at times
 * send money to an account number of one's own.
 * Resolves when all of it is done.
 */
export async function runCustomer(scenario: Scenario, number: number, chance: Chance): Promise<void> {
  const client = createRetryingClient({
    origin: scenario.origin,
    end: scenario.end,
    onDefect: (description) => scenario.expected.defects.push(description),
    ...(scenario.fetch && { fetch: scenario.fetch }),
  });
  const email = `crash${number}@crash.example`;
  const customer = { email, planId: chance.pick(scenario.planIds), client, chance };
  await register(scenario, customer);
  await choosePlan(scenario, customer);
  await payForOneMonth(scenario, customer);
  if (chance.occurs(0.4)) await payForOneMonth(scenario, customer);
  if (chance.occurs(0.5)) await sendMoney(scenario, customer);
}

const BVN = '22212345678';

/** Asks for account numbers until there are some, and sends to one of them what it likes, at times twice. */
async function sendMoney({ sandbox, expected }: Scenario, { client, chance }: Customer): Promise<void> {
  for (let attempt = 0; attempt < NUMBER_TRIES; attempt++) {
    const { status } = await client.call('POST', '/api/user/virtual-accounts', { provider: 'monnify', bvn: BVN });
    // During an upgrade an instance of a release before account numbers may have answered.
    if (status === 404) return;
    if (status !== 200 && status !== 503) expected.defects.push(`asking for account numbers answered ${status}`);
    const { body, status: listed } = await client.call('GET', '/api/user/virtual-accounts');
    if (listed === 404) return;
    const [first, ...others] = (body as { accountNumber: string | null }[]).flatMap((each) => each.accountNumber ?? []);
    if (first !== undefined) {
      for (let sent = 0; sent < (chance.occurs(0.3) ? 2 : 1); sent++) {
        const amountKobo = (1 + chance.whole(60)) * 100_000;
        sandbox.transfer({ accountNumber: chance.pick([first, ...others]), amountKobo, senderName: 'BISI ADE' });
      }
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function register({ expected, referralCode }: Scenario, { email, client, chance }: Customer): Promise<void> {
  const form = { firstName: 'Ada', lastName: 'Obi', email, password: PASSWORD };
  const { status } = await client.call('POST', '/api/register', chance.occurs(0.4) ? { ...form, referralCode } : form);
  if (status === 200) expected.results.push({ kind: 'registered', email });
  else if (status !== 409) expected.defects.push(`registration was refused with ${status}`);
  if (status !== 409) return;
  // The account exists, only its answer was lost.
  const { status: signedIn } = await client.call('POST', '/api/login', { email, password: PASSWORD });
  if (signedIn === 200) expected.results.push({ kind: 'registered', email });
  else expected.defects.push(`signing in after a lost registration answered ${signedIn}`);
}

async function choosePlan({ expected }: Scenario, { email, planId, client }: Customer): Promise<void> {
  const answer = await client.call('POST', '/api/user/subscription', { planId });
  if (answer.status === 409) return;
  const { subscription } = answer.body as { subscription?: { id: string } };
  if (answer.status === 200 && subscription)
    expected.results.push({ kind: 'chosen', email, subscriptionId: subscription.id });
  else expected.defects.push(`choosing a plan answered ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Tries until a payment was approved at the gateway; the final check covers its settlement. */
async function payForOneMonth(scenario: Scenario, customer: Customer): Promise<void> {
  const { chance } = customer;
  for (let attempt = 0; attempt < PAYMENT_TRIES; attempt++) {
    const opened = await openPayment(scenario, customer);
    if (opened === null) return;
    // Two tabs at two gateways, both paid: the second payment must become credit.
    const second = chance.occurs(0.15) ? await openPayment(scenario, customer) : null;
    const outcome = chance.pick(['approve', 'approve', 'approve', 'approve', 'delay', 'decline', 'abandon']);
    await decide(scenario, customer, opened, outcome);
    if (second && second.reference !== opened.reference) await decide(scenario, customer, second, 'approve');
    const mayLeave = chance.occurs(0.3);
    if (!(mayLeave && isPaidAtGateway(scenario, opened))) await verify(scenario, customer, opened);
    if (isPaidAtGateway(scenario, opened)) return;
  }
}

/**
 * Quote and initialise, repeated when the amount has changed meanwhile. Null when nothing is left
 * to pay at a gateway.
 */
async function openPayment(
  { expected }: Scenario,
  { email, planId, client, chance }: Customer,
): Promise<OpenPayment | null> {
  const gateway = chance.pick(CHECKOUTS);
  for (;;) {
    const quote = await client.call('GET', `/api/user/payment-quote?plan=${planId}`);
    const { total } = quote.body as { total?: number };
    const answer = await client.call('POST', `/api/payment/${gateway}/initialize`, {
      amount: total,
      email,
      plan: planId,
    });
    const { code, data } = answer.body as { code?: string; data?: Record<string, string> };
    if (answer.status === 409 && code === 'payment.amount-changed') continue;
    if (answer.status === 409 && code === 'payment.nothing-due') {
      await client.call('POST', '/api/user/pay-with-credit', { plan: planId });
      return null;
    }
    const reference = data?.reference ?? data?.tx_ref ?? data?.transaction_id;
    const url = data?.authorization_url ?? data?.link ?? data?.payment_url;
    if (answer.status !== 200 || !reference || !url || total === undefined) {
      expected.defects.push(`initialising at ${gateway} answered ${answer.status} ${JSON.stringify(answer.body)}`);
      return null;
    }
    expected.results.push({ kind: 'opened', email, reference, amount: total });
    return { gateway, reference, url };
  }
}

/** Clicks a button of the hosted page; one webhook in five is lost. */
async function decide(
  { sandbox, end }: Scenario,
  { chance }: Customer,
  { gateway, reference, url }: OpenPayment,
  outcome: 'approve' | 'delay' | 'decline' | 'abandon',
): Promise<void> {
  if (chance.occurs(0.2)) sandbox.addFault({ gateway, operation: 'webhook', mode: 'lose', reference });
  const body = new URLSearchParams({ outcome });
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual', signal: end });
  await response.arrayBuffer();
}

/** Paid, or a bank transfer is pending. */
function isPaidAtGateway({ sandbox }: Scenario, { reference }: OpenPayment): boolean {
  return sandbox.transactions().some((entry) => {
    return entry.reference === reference && (entry.status === 'success' || entry.status === 'pending');
  });
}

/**
 * Clicks Verify, sometimes three times at once, until the portal has answered with the outcome of a
 * payment.
 */
async function verify(scenario: Scenario, { email, client, chance }: Customer, opened: OpenPayment): Promise<void> {
  const { expected } = scenario;
  const { reference, gateway } = opened;
  const ask = () => client.call('POST', '/api/payment/verify', { reference, gateway });
  for (;;) {
    const answers = await Promise.all(Array.from({ length: chance.occurs(0.2) ? 3 : 1 }, ask));
    for (const answer of answers) {
      const { status, data } = answer.body as { status?: string; data?: { receiptNumber: string | null } };
      if (answer.status !== 200)
        expected.defects.push(`verify answered ${answer.status} ${JSON.stringify(answer.body)}`);
      if (status === 'review') expected.defects.push(`an honest payment ${reference} was held for review`);
      if (status !== 'success') continue;
      expected.results.push({ kind: 'paid', email, reference, receiptNumber: data?.receiptNumber ?? '' });
      return;
    }
    if (!isPaidAtGateway(scenario, opened) || answers.some(({ status }) => status !== 200)) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
