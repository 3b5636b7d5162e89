import type { SandboxHandle } from '@portal/sandbox/sandbox-handle';
import type { Gateway } from '@portal/sandbox/sandbox-options';
import { createRetryingClient, type RetryingClient } from '../../bench/crash/retrying-client.ts';

export type Customer = { readonly email: string; readonly planId: string; readonly client: RetryingClient };

type Shop = {
  readonly origin: string;
  readonly sandbox: SandboxHandle;
  readonly end: AbortSignal;
  /** Called with every answer that must not be. */
  readonly onDefect: (description: string) => void;
};

const PASSWORD = 'tall palm, slow river';

/** A new customer with a plan, who has not paid yet. */
export async function registerCustomer(shop: Shop, email: string): Promise<Customer> {
  const client = createRetryingClient(shop);
  const form = { firstName: 'Ada', lastName: 'Obi', email, password: PASSWORD };
  await client.call('POST', '/api/register', form);
  const { body } = await client.call('GET', '/api/plans');
  const [plan] = body as { id: string }[];
  if (!plan) throw new Error('the portal sells no plans');
  await client.call('POST', '/api/user/subscription', { planId: plan.id });
  return { email, planId: plan.id, client };
}

/** Pays for a month and waits until the portal has acknowledged it; returns the reference. */
export async function payMonth(shop: Shop, { client, email, planId }: Customer, gateway: Gateway): Promise<string> {
  const quote = await client.call('GET', `/api/user/payment-quote?plan=${planId}`);
  const { total: amount } = quote.body as { total: number };
  const opened = await client.call('POST', `/api/payment/${gateway}/initialize`, { amount, email, plan: planId });
  const { data = {} } = opened.body as { data?: Record<string, string> };
  const reference = data.reference ?? data.tx_ref ?? data.transaction_id;
  if (!reference) throw new Error(`no payment was opened: ${JSON.stringify(opened.body)}`);
  shop.sandbox.decide(reference, 'approve');
  for (;;) {
    const verified = await client.call('POST', '/api/payment/verify', { reference, gateway });
    if ((verified.body as { status?: string }).status === 'success') return reference;
    shop.end.throwIfAborted();
  }
}
