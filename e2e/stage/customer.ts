import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import type { GatewayId, PaymentQuote, PaymentView } from '@portal/contract/billing/payments';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { PaymentPlan } from '@portal/contract/catalogue/plans';
import type { CurrentUser } from '@portal/contract/identity/accounts';

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
};

/** Somebody who was never here before. */
export function newPerson(firstName = 'Ngozi'): Person {
  const email = `${firstName.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`;
  return { firstName, lastName: 'Eze', email, password: 'quiet river, green lamp' };
}

/** What the portal says to the signed-in person of a browser, asked beside the screens. */
export type Account = {
  readonly subscription: () => Promise<SubscriptionView | null>;
  readonly payments: () => Promise<PaymentView[]>;
  readonly quote: (planName: string) => Promise<PaymentQuote>;
  /** Opens a payment at a gateway and goes no further. Resolves with its reference. */
  readonly openPayment: (planName: string, email: string, gateway?: GatewayId) => Promise<string>;
  /** Asks what became of a payment. */
  readonly verify: (reference: string) => Promise<void>;
};

/** Where payments are opened that are not what a test is about. */
const GATEWAY = 'paystack';

/** The reference under the name that each gateway gives it. */
type Opened = {
  readonly data: { readonly reference?: string; readonly tx_ref?: string; readonly transaction_id?: string };
};

/** The demo customer, Amina. */
export const DEMO_CUSTOMER = { email: 'customer@example.com', password: 'Customer123!' };

/** The demo member of staff, Tosin. */
export const DEMO_STAFF = { email: 'admin@example.com', password: 'Admin123!' };

/** The account that this browser is signed in to. */
export function accountOf(context: Pick<BrowserContext, 'request'>, origin: string): Account {
  const { request } = context;
  const quote = async (planName: string): Promise<PaymentQuote> => {
    const { id } = await findPlan(request, origin, planName);
    return read(request, `${origin}/api/user/payment-quote?plan=${id}`);
  };
  return {
    subscription: () => read(request, `${origin}/api/user/subscription`),
    payments: () => read(request, `${origin}/api/user/payments`),
    quote,
    openPayment: async (planName, email, gateway = GATEWAY) => {
      const { plan, total: amount } = await quote(planName);
      const order = { amount, email, plan: plan.id };
      const { data } = (await write(request, `${origin}/api/payment/${gateway}/initialize`, order)) as Opened;
      return data.reference ?? data.tx_ref ?? data.transaction_id ?? '';
    },
    verify: async (reference) => {
      await write(request, `${origin}/api/payment/verify`, { reference, gateway: GATEWAY });
    },
  };
}

/** Opens an account without the screens; the browser is then signed in to it. */
export async function registerPerson(
  context: Pick<BrowserContext, 'request'>,
  origin: string,
  person: Person,
): Promise<CurrentUser> {
  const answer = await write(context.request, `${origin}/api/register`, person);
  return (answer as { user: CurrentUser }).user;
}

/** Signs a browser in without the screens. */
export async function signIn(
  context: BrowserContext,
  origin: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await write(context.request, `${origin}/api/login`, { email, password });
}

/** Chooses a plan without the screens; the payment screen then opens on it. */
export async function choosePlan(context: BrowserContext, origin: string, planName: string): Promise<void> {
  const { id } = await findPlan(context.request, origin, planName);
  await write(context.request, `${origin}/api/user/subscription`, { planId: id });
}

async function findPlan(request: APIRequestContext, origin: string, name: string): Promise<PaymentPlan> {
  const plans = await read<PaymentPlan[]>(request, `${origin}/api/plans`);
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`no plan is called ${name}`);
  return plan;
}

async function read<Answer>(request: APIRequestContext, url: string): Promise<Answer> {
  const response = await request.get(url);
  if (!response.ok()) throw new Error(`GET ${url}: ${response.status()} ${await response.text()}`);
  return response.json();
}

async function write(request: APIRequestContext, url: string, data: object): Promise<unknown> {
  const response = await request.post(url, { data });
  if (!response.ok()) throw new Error(`POST ${url}: ${response.status()} ${await response.text()}`);
  return response.json();
}
