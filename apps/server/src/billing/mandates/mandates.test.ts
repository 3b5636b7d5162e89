import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MandateTestbed, startMandateTestbed, ZENITH } from '../../testing/billing/mandate-testbed.ts';
import type { Customer } from '../../testing/billing/payment-testbed.ts';
import { receiveWebhook } from '../payments/webhooks/receive-webhook.ts';
import { checkDueMandates } from './check-due-mandates.ts';
import { findRevokedMandates } from './find-revoked-mandates.ts';
import { setUpMandate } from './set-up-mandate.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR_MS = 3_600_000;

let bed: MandateTestbed;
beforeAll(async () => {
  bed = await startMandateTestbed();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
  await bed.rest();
  await bed.rows('update mandates set next_check_at = null');
});
afterAll(() => bed.close());

const check = () => checkDueMandates(bed.renewals);
/** A customer with a paid month, without auto-pay. */
async function createSubscriber(): Promise<Customer> {
  const who = await bed.createCustomer();
  await bed.payByCard(who, { keep: false });
  return who;
}
const told = async (who: Customer) =>
  (await bed.noticesOf(who)).filter((kind) => /auto-pay|mandate|bill|suspended/.test(kind));
const statusOf = async (who: Customer) => (await bed.mandateOf(who)).status;
const endOf = async (reference: string) =>
  bed.sandbox.mandates().find((mandate) => mandate.reference === reference)?.state;

describe('setting a mandate up', () => {
  it('leads to the bank’s page, waits for the bank, and then Auto-Pay is on with the account, 10 % below the price', async () => {
    const who = await createSubscriber();
    const { status, body } = await bed.call(who, 'POST', '/api/user/mandates', { agreed: true, account: ZENITH });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      approvalUrl: expect.stringContaining('/paystack/mandate/'),
      mandate: { status: 'awaiting-approval', bank: 'Zenith Bank', lastFour: '6789' },
    });
    const reference = bed.sandbox.mandates().at(-1)?.reference ?? '';
    bed.sandbox.decideMandate(reference, 'approve');
    await bed.sandbox.webhooksSettled();
    await check();
    expect(await bed.mandateOf(who)).toMatchObject({ status: 'approved', approvalUrl: null });
    expect(await bed.view(who)).toMatchObject({ state: 'off', methods: [] });
    bed.sandbox.activateMandate(reference);
    await bed.sandbox.webhooksSettled();
    await check();
    expect(await statusOf(who)).toBe('active');
    expect(await bed.view(who)).toMatchObject({
      state: 'on',
      card: { label: 'Zenith Bank ending 6789', kind: 'mandate' },
      next: { amount: 22_500, saving: 2500 },
    });
    expect(await told(who)).toEqual(['auto-pay-on']);
  });

  it('stores of the account the bank and four digits, and what charges it encrypted', async () => {
    const who = await createSubscriber();
    await bed.giveMandate(who);
    const rows = await bed.rows(
      `select (select json_agg(m) from mandates m where m.user_id = $1)::text as mandates,
       (select json_agg(m) from payment_methods m where m.user_id = $1)::text as methods,
       (select json_agg(w) from webhook_events w where w.event_name like 'direct_debit%')::text as webhooks`,
      [who.id],
    );
    const everything = JSON.stringify(rows);
    expect(everything).toContain('direct_debit.authorization.active');
    expect(everything).toContain('6789');
    expect(everything).not.toContain(ZENITH.number);
    expect(everything).not.toContain('AUTH_');
  });

  it('lists the banks of the gateway, and goes on with the last list while the gateway is away', async () => {
    const who = await createSubscriber();
    const banks = () => bed.call(who, 'GET', '/api/user/mandate-banks');
    const { body: first } = await banks();
    expect(first).toContainEqual({ code: '058', name: 'Guaranty Trust Bank' });
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'list', mode: 'error' });
    bed.wait(7 * HOUR_MS);
    expect((await banks()).body).toEqual(first);
  });

  it.each([
    ['without the consent', { account: ZENITH }, 422],
    ['with a number that is no account number', { agreed: true, account: { ...ZENITH, number: '12345' } }, 422],
    ['at a bank without mandates', { agreed: true, account: { ...ZENITH, bankCode: '999' } }, 409],
  ])('is refused %s, and nothing is left open', async (_, wish, status) => {
    const who = await createSubscriber();
    const answer = await bed.call(who, 'POST', '/api/user/mandates', wish);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, message: expect.any(String) });
    expect((await bed.call(who, 'GET', '/api/user/mandates')).body.mandates).toEqual([]);
  });

  it('is refused without a plan, and after five that nobody approved', async () => {
    const who = await bed.createCustomer();
    expect((await bed.call(who, 'POST', '/api/user/mandates', { agreed: true })).body.message).toBe(
      'Choose a plan first.',
    );
    const subscriber = await createSubscriber();
    for (let count = 0; count < 5; count++) await bed.ask(subscriber);
    expect((await bed.call(subscriber, 'POST', '/api/user/mandates', { agreed: true })).status).toBe(409);
  });

  it.each(['hang', 'drop', 'error', 'wrong-json', 'wrong-shape', 'empty'] as const)(
    'says that the gateway did not answer, whatever it did: %s',
    async (mode) => {
      const who = await createSubscriber();
      bed.sandbox.addFault({ gateway: 'paystack', operation: 'mandate', mode, when: 'after', delayMs: 3000, times: 1 });
      const { status, body } = await bed.inHaste(() => bed.call(who, 'POST', '/api/user/mandates', { agreed: true }));
      expect(status).toBe(503);
      expect(body.message).toContain('not charged');
      expect((await bed.call(who, 'GET', '/api/user/mandates')).body.mandates).toEqual([]);
      await bed.ask(who);
    },
  );

  it('leads to no page but the gateway’s: a link to another host is not followed, and nothing waits', async () => {
    const who = await createSubscriber();
    const deps = { ...bed.deps, checkoutOrigins: ['https://pay.example'] };
    const wish = { accountId: who.id, lineId: who.id, account: null };
    await expect(setUpMandate(deps, wish)).rejects.toMatchObject({ code: 'mandate.unavailable' });
    expect((await bed.call(who, 'GET', '/api/user/mandates')).body.mandates).toEqual([]);
  });

  it('that a crash cut short is given up within two hours: it keeps nobody from asking again', async () => {
    const who = await createSubscriber();
    await bed.ask(who);
    await bed.rows(
      'update mandates set reference = null, approval_url = null, next_check_at = created_at where user_id = $1',
      [who.id],
    );
    await check();
    expect(await bed.mandateOf(who)).toMatchObject({ status: 'awaiting-approval' });
    bed.wait(HOUR_MS);
    await check();
    expect((await bed.call(who, 'GET', '/api/user/mandates')).body.mandates).toEqual([]);
    const ended = await bed.rows('select status, end_reason, next_check_at from mandates where user_id = $1', [who.id]);
    expect(ended).toEqual([{ status: 'failed', end_reason: 'not-opened', next_check_at: null }]);
  });

  it('is looked at after an hour from the moment it is asked for, before the gateway is called', async () => {
    const who = await createSubscriber();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'mandate', mode: 'hang', delayMs: 3000, times: 1 });
    const asking = bed.inHaste(() => bed.call(who, 'POST', '/api/user/mandates', { agreed: true }));
    const lookedAt = () =>
      bed.rows(
        "select next_check_at - created_at = interval '1 hour' as is_due from mandates where user_id = $1 and status = 'awaiting-approval'",
        [who.id],
      );
    await expect.poll(lookedAt, { timeout: 10_000, interval: 5 }).toEqual([{ is_due: true }]);
    await asking;
  });

  it('that is declined or left is over after three days, and can be asked for again', async () => {
    const who = await createSubscriber();
    bed.sandbox.decideMandate(await bed.ask(who), 'decline');
    await bed.live(3 * 24 + 6);
    expect(await bed.mandateOf(who)).toMatchObject({ status: 'failed', endReason: 'not-approved' });
    await bed.giveMandate(who);
    expect(await bed.view(who)).toMatchObject({ state: 'on' });
  });

  it('that is approved after it was given up still counts', async () => {
    const who = await createSubscriber();
    const reference = await bed.ask(who);
    await bed.live(3 * 24 + 6);
    expect(await statusOf(who)).toBe('failed');
    bed.sandbox.decideMandate(reference, 'approve');
    bed.sandbox.activateMandate(reference);
    await bed.sandbox.webhooksSettled();
    await check();
    expect(await statusOf(who)).toBe('active');
  });

  it('that a bank does not activate within two weeks is over, and its owner is told', async () => {
    const who = await createSubscriber();
    bed.sandbox.decideMandate(await bed.ask(who), 'approve');
    await bed.sandbox.webhooksSettled();
    await check();
    bed.wait(14 * DAY_MS);
    await bed.live(6);
    expect(await bed.mandateOf(who)).toMatchObject({ status: 'failed', endReason: 'not-activated' });
    expect(await told(who)).toContain('mandate-not-activated');
  });

  it('for an account that has one replaces it, and the gateway ends the old one', async () => {
    const who = await createSubscriber();
    const [first, second] = [await bed.giveMandate(who), await bed.giveMandate(who)];
    await check();
    expect([await endOf(first), await endOf(second)]).toEqual(['revoked', 'active']);
    expect((await bed.view(who)).methods).toHaveLength(1);
  });
});

describe('the message that a mandate is active', () => {
  it('is not needed: the gateway is asked', async () => {
    const who = await createSubscriber();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose', times: 2 });
    const reference = await bed.ask(who);
    bed.sandbox.decideMandate(reference, 'approve');
    bed.sandbox.activateMandate(reference);
    await bed.live(3);
    expect(await statusOf(who)).toBe('active');
  });

  it('has one effect however often it comes, also to several instances at once', async () => {
    const who = await createSubscriber();
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'duplicate', copies: 8, times: 2 });
    const reference = await bed.ask(who);
    bed.sandbox.decideMandate(reference, 'approve');
    bed.sandbox.activateMandate(reference);
    await bed.sandbox.webhooksSettled();
    await bed.rows('update mandates set next_check_at = $2 where user_id = $1', [who.id, bed.deps.clock()]);
    const page = await bed.mandateOf(who);
    await Promise.all([check(), check(), bed.call(who, 'POST', `/api/user/mandates/${page.id}/checks`, {})]);
    await check();
    expect(await told(who)).toEqual(['auto-pay-on']);
    expect((await bed.call(who, 'GET', '/api/user/payment-methods')).body).toHaveLength(1);
  });

  it('that is forged is rejected, and believed only as far as the gateway confirms it', async () => {
    const who = await createSubscriber();
    const reference = await bed.ask(who);
    const body = JSON.stringify({
      event: 'direct_debit.authorization.active',
      data: { authorization_code: 'AUTH_mine', active: true, reference, customer: { email: who.email } },
    });
    const send = (signature: string) =>
      bed.app.inject({
        method: 'POST',
        url: '/api/webhooks/paystack',
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
        payload: body,
      });
    expect((await send('0'.repeat(128))).statusCode).toBe(401);
    const { createHmac } = await import('node:crypto');
    const { SANDBOX_KEYS } = await import('@portal/sandbox/sandbox-options');
    const signed = createHmac('sha512', SANDBOX_KEYS.paystackSecretKey).update(body).digest('hex');
    expect((await send(signed)).statusCode).toBe(200);
    await check();
    expect(await statusOf(who)).toBe('awaiting-approval');
    expect(await bed.view(who)).toMatchObject({ state: 'off' });
  });

  it('that is repeated leaves the mandate alone: the check that the first one wakes does not find it held', async () => {
    const who = await createSubscriber();
    const reference = await bed.ask(who);
    const rawBody = Buffer.from(
      JSON.stringify({
        event: 'direct_debit.authorization.active',
        data: { authorization_code: 'AUTH_twice', active: true, reference, customer: { email: who.email } },
      }),
    );
    const { createHmac } = await import('node:crypto');
    const { SANDBOX_KEYS } = await import('@portal/sandbox/sandbox-options');
    const signature = createHmac('sha512', SANDBOX_KEYS.paystackSecretKey).update(rawBody).digest('hex');
    let wakes = 0;
    const received = { ...bed.deps, wakeWebhookWorker: () => undefined, wakeMandates: () => void wakes++ };
    const message = { gatewayId: 'paystack', headers: { 'x-paystack-signature': signature }, rawBody };
    await receiveWebhook(received, message);
    const [hinted] = await bed.rows('select next_check_at from mandates where reference = $1', [reference]);
    bed.wait(1000);
    await receiveWebhook(received, message);
    expect(await bed.rows('select next_check_at from mandates where reference = $1', [reference])).toEqual([hinted]);
    expect(wakes).toBe(1);
  });

  it('is not lost when it comes while the gateway is being asked', async () => {
    const who = await createSubscriber();
    const reference = await bed.ask(who);
    bed.sandbox.decideMandate(reference, 'approve');
    await bed.sandbox.webhooksSettled();
    const gateways = bed.renewals.gateways.map((gateway) => ({
      ...gateway,
      directDebit: gateway.directDebit
        ? {
            ...gateway.directDebit,
            find: async (wanted: string) => {
              const finding = await gateway.directDebit?.find(wanted);
              bed.sandbox.activateMandate(reference);
              await bed.sandbox.webhooksSettled();
              return finding ?? { kind: 'absent' as const };
            },
          }
        : null,
    }));
    await checkDueMandates({ ...bed.renewals, gateways });
    await check();
    expect(await statusOf(who)).toBe('active');
  });

  it('may come before the gateway’s answer to us', async () => {
    const who = await createSubscriber();
    const reference = await bed.ask(who);
    // As when the process stood still before it stored the answer.
    await bed.rows('update mandates set reference = null, next_check_at = null where reference = $1', [reference]);
    bed.sandbox.decideMandate(reference, 'approve');
    bed.sandbox.activateMandate(reference);
    await bed.sandbox.webhooksSettled();
    await check();
    expect(await statusOf(who)).toBe('awaiting-approval');
    await bed.rows('update mandates set reference = $2 where user_id = $1', [who.id, reference]);
    await check();
    expect(await statusOf(who)).toBe('active');
  });
});

it('a mandate in the name of another customer is never charged for this one', async () => {
  const [who, other] = [await createSubscriber(), await createSubscriber()];
  await bed.ask(who);
  const foreign = await bed.ask(other);
  await bed.rows('update mandates set reference = null where user_id = $1', [other.id]);
  await bed.rows('update mandates set reference = $2 where user_id = $1', [who.id, foreign]);
  bed.sandbox.decideMandate(foreign, 'approve');
  bed.sandbox.activateMandate(foreign);
  await bed.sandbox.webhooksSettled();
  await check();
  expect(await bed.mandateOf(who)).toMatchObject({ status: 'failed', endReason: 'other-customer' });
  expect(await bed.view(who)).toMatchObject({ state: 'off' });
  expect((await bed.call(who, 'GET', '/api/user/payment-methods')).body).toEqual([]);
});

it('another customer’s mandate looks like one that does not exist', async () => {
  const [who, other] = [await createSubscriber(), await createSubscriber()];
  await bed.giveMandate(other);
  const { id, paymentMethodId } = await bed.mandateOf(other);
  const answers = await Promise.all([
    bed.call(who, 'POST', `/api/user/mandates/${id}/checks`, {}),
    who.browser.delete(`/api/user/mandates/${id}`).then(({ statusCode }) => ({ status: statusCode })),
    who.browser
      .delete(`/api/user/payment-methods/${paymentMethodId}`)
      .then(({ statusCode }) => ({ status: statusCode })),
    who.browser
      .put(`/api/user/payment-methods/${paymentMethodId}/pause`, { isPaused: true })
      .then(({ statusCode }) => ({ status: statusCode })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await statusOf(other)).toBe('active');
});

describe('a mandate that ends', () => {
  it('by its owner is ended at the gateway, however long that does not answer, and never charged again', async () => {
    const who = await createSubscriber();
    const reference = await bed.giveMandate(who);
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'deactivate', mode: 'drop', when: 'before', times: 2 });
    const { id } = await bed.mandateOf(who);
    expect((await who.browser.delete(`/api/user/mandates/${id}`)).statusCode).toBe(200);
    expect((await who.browser.delete(`/api/user/mandates/${id}`)).statusCode).toBe(404);
    expect(await bed.view(who)).toMatchObject({ state: 'off', methods: [] });
    expect(await bed.rows('select reference from payment_methods where user_id = $1', [who.id])).toEqual([
      { reference: '' },
    ]);
    await check();
    expect(await endOf(reference)).toBe('active');
    await bed.live(12);
    expect(await endOf(reference)).toBe('revoked');
    expect(
      await bed.rows('select id from mandates where user_id = $1 and next_check_at is not null', [who.id]),
    ).toEqual([]);
    await bed.liveUntil(who, 6);
    expect(bed.charges(who)).toEqual([]);
  });

  it('before the bank has activated it never becomes active', async () => {
    const who = await createSubscriber();
    const reference = await bed.ask(who);
    bed.sandbox.decideMandate(reference, 'approve');
    await bed.sandbox.webhooksSettled();
    await check();
    const { id } = await bed.mandateOf(who);
    expect((await who.browser.delete(`/api/user/mandates/${id}`)).statusCode).toBe(200);
    bed.sandbox.activateMandate(reference);
    await bed.sandbox.webhooksSettled();
    await bed.live(3);
    expect(await endOf(reference)).toBe('revoked');
    expect(await bed.mandateOf(who)).toMatchObject({ status: 'revoked', endReason: 'customer' });
  });

  it('at the bank is told before the bill is due, with what to do, and the bill is at the full price', async () => {
    const who = await createSubscriber();
    const reference = await bed.giveMandate(who);
    await bed.liveUntil(who, -30);
    bed.sandbox.revokeMandate(reference);
    await findRevokedMandates(bed.renewals);
    expect(await told(who)).toEqual(['auto-pay-on', 'auto-pay-upcoming', 'mandate-revoked']);
    expect(await bed.view(who)).toMatchObject({ state: 'stopped', card: { label: 'Zenith Bank ending 6789' } });
    await bed.liveUntil(who, 6);
    expect(bed.charges(who)).toEqual([]);
    expect((await bed.call(who, 'GET', '/api/user/invoices')).body[0]).toMatchObject({ status: 'open', total: 25_000 });
    await findRevokedMandates(bed.renewals);
    expect((await told(who)).filter((kind) => kind === 'mandate-revoked')).toHaveLength(1);
  });

  it('at the bank leaves the charges to the card that the customer agreed to', async () => {
    const who = await bed.createPayer();
    const reference = await bed.giveMandate(who);
    bed.sandbox.revokeMandate(reference);
    await findRevokedMandates(bed.renewals);
    expect(await told(who)).toContain('mandate-revoked-goes-on');
    expect(await bed.view(who)).toMatchObject({ state: 'on', methods: [{ kind: 'card' }] });
    await bed.liveUntil(who, 1);
    expect(await bed.attempts(who)).toMatchObject([{ kind: 'card', status: 'successful' }]);
  });

  it('at the bank without anybody knowing is found out by the charge, and the next day the card pays', async () => {
    const who = await createSubscriber();
    const reference = await bed.giveMandate(who);
    await bed.payByCard(who);
    await bed.liveUntil(who, -30);
    bed.sandbox.revokeMandate(reference);
    // Past the next morning, at whichever hour the month ends.
    await bed.liveUntil(who, 33);
    expect(await bed.attempts(who)).toMatchObject([
      { kind: 'mandate', status: 'failed' },
      { kind: 'card', status: 'successful' },
    ]);
    expect(await told(who)).toContain('auto-pay-goes-on');
    expect(await bed.mandateOf(who)).toMatchObject({ status: 'revoked', endReason: 'bank' });
  });
});

describe('a mandate that will not pay', () => {
  it('because the bank has not activated it is told three days before the bill is due, once', async () => {
    const who = await createSubscriber();
    await bed.liveUntil(who, -5 * 24);
    bed.sandbox.decideMandate(await bed.ask(who), 'approve');
    await bed.sandbox.webhooksSettled();
    await bed.liveUntil(who, -1);
    expect((await told(who)).filter((kind) => kind === 'mandate-not-ready')).toHaveLength(1);
    expect(bed.charges(who)).toEqual([]);
  });

  it('because it is paused is told likewise, is not charged, and is charged again once it is resumed', async () => {
    const who = await createSubscriber();
    await bed.giveMandate(who);
    const { paymentMethodId } = await bed.mandateOf(who);
    const pause = (isPaused: boolean) =>
      who.browser.put(`/api/user/payment-methods/${paymentMethodId}/pause`, { isPaused });
    expect((await pause(true)).json()).toMatchObject({
      autoPay: { state: 'on', next: null, methods: [{ isPaused: true }] },
    });
    await bed.liveUntil(who, 6);
    expect(bed.charges(who)).toEqual([]);
    expect((await told(who)).filter((kind) => kind === 'mandate-paused')).toHaveLength(1);
    expect((await bed.call(who, 'GET', '/api/user/invoices')).body[0]).toMatchObject({ status: 'open', total: 25_000 });
    await pause(false);
    await bed.work();
    expect(await bed.attempts(who)).toMatchObject([{ kind: 'mandate', status: 'successful' }]);
  });
});
