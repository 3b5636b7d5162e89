import { toKobo } from '@portal/kernel/money';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import { choose, startTestbed, type Testbed } from '@portal/sandbox/testing/sandbox-testbed';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import { createGateways, sandboxSettings } from './create-gateways.ts';
import { createFlutterwaveGateway } from './flutterwave.gateway.ts';
import type { Gateway } from './gateway.port.ts';
import { createPaystackGateway } from './paystack.gateway.ts';
import { createQuicktellerGateway } from './quickteller.gateway.ts';

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;
const TWENTY_FIVE_THOUSAND = toKobo(2_500_000);

let bed: Testbed;
let gateways: Gateway[];
let now = new Date('2026-03-01T10:00:00Z');
let sequence = 0;

beforeAll(async () => {
  bed = await startTestbed({ clock: () => now });
  gateways = gatewaysAt(bed.url, () => now);
});
beforeEach(() => {
  bed.handle.clearFaults();
  bed.handle.clearRequests();
});
afterAll(() => bed[Symbol.asyncDispose]());

function gatewaysAt(base: string, clock: () => Date): Gateway[] {
  return createGateways(sandboxSettings(base), { timeoutMs: 2000, clock });
}
function find(id: string): Gateway {
  const gateway = gateways.find((candidate) => candidate.id === id);
  if (!gateway) throw new Error(`no ${id}`);
  return gateway;
}
function nextReference(): string {
  sequence += 1;
  return `P${String(sequence).padStart(14, '0')}`;
}
function order(reference: string, amountKobo = TWENTY_FIVE_THOUSAND) {
  const customer = { email: 'amina@example.com', customerId: '42', customerName: 'Amina Bello' };
  return {
    ...customer,
    reference,
    amountKobo,
    description: 'Premium',
    returnUrl: 'https://portal.example/payment/return',
  };
}
async function openedAt(gateway: Gateway, amountKobo = TWENTY_FIVE_THOUSAND) {
  const reference = nextReference();
  const opening = await gateway.initialize(order(reference, amountKobo));
  if (opening.kind !== 'opened') throw new Error(`${opening.kind}: ${opening.reason}`);
  return { reference, amountKobo, gatewayReference: opening.gatewayReference, url: opening.url };
}

describe.each(GATEWAYS)('₦25,000 at %s', (id) => {
  it('are ₦25,000 to the gateway, to the payer and in the answer', async () => {
    const gateway = find(id);
    const payment = await openedAt(gateway);
    const page = await bed.call('GET', payment.url);
    expect(page.text).toContain('25,000');
    await choose(bed, payment.url, 'approve');
    const finding = await gateway.confirm(payment);
    expect(finding).toMatchObject({
      kind: 'paid',
      facts: {
        reference: payment.reference,
        amountKobo: 2_500_000,
        chargedKobo: 2_500_000,
        currency: 'NGN',
        modeMatches: true,
      },
    });
  });

  it('with 37 kobo are neither rounded nor shifted', async () => {
    const gateway = find(id);
    const payment = await openedAt(gateway, toKobo(2_500_037));
    await choose(bed, payment.url, 'approve');
    expect(await gateway.confirm(payment)).toMatchObject({ kind: 'paid', facts: { amountKobo: 2_500_037 } });
  });
});

describe('what the payer does', () => {
  it.each([
    ['paystack', 'decline', 'failed'],
    ['paystack', 'abandon', 'abandoned'],
    ['paystack', 'delay', 'pending'],
    ['flutterwave', 'decline', 'failed'],
    ['flutterwave', 'abandon', 'pending'],
    ['flutterwave', 'delay', 'pending'],
    ['quickteller', 'decline', 'failed'],
    ['quickteller', 'abandon', 'failed'],
    ['quickteller', 'delay', 'pending'],
  ])('at %s, %s is reported as %s', async (id, outcome, kind) => {
    const gateway = find(id);
    const payment = await openedAt(gateway);
    await choose(bed, payment.url, outcome);
    expect((await gateway.confirm(payment)).kind).toBe(kind);
  });

  it.each(GATEWAYS)('no action yet, at %s, is neither failed nor paid', async (id) => {
    const gateway = find(id);
    const payment = await openedAt(gateway);
    expect(['pending', 'abandoned']).toContain((await gateway.confirm(payment)).kind);
  });

  it.each(GATEWAYS)('at %s, an unknown reference is pending, not failed', async (id) => {
    const payment = { reference: nextReference(), amountKobo: TWENTY_FIVE_THOUSAND, gatewayReference: null };
    expect(await find(id).confirm(payment)).toMatchObject({ kind: 'pending' });
  });
});

describe('gateway keys that are rejected', () => {
  it('start no payment and confirm none', async () => {
    const { paystack, flutterwave, interswitch } = sandboxSettings(bed.url);
    const wrong = createGateways(
      {
        paystack: paystack && { ...paystack, secretKey: 'sk_test_wrong' },
        flutterwave: flutterwave && { ...flutterwave, secretKey: 'wrong' },
        interswitch: interswitch && { ...interswitch, clientSecret: 'wrong' },
      },
      { timeoutMs: 1000, clock: () => now },
    );
    expect(wrong).toHaveLength(3);
    for (const gateway of wrong) {
      expect((await gateway.initialize(order(nextReference()))).kind).toBe('refused');
      const payment = { reference: nextReference(), amountKobo: TWENTY_FIVE_THOUSAND, gatewayReference: null };
      expect((await gateway.confirm(payment)).kind).toBe('unknown');
      const charge = {
        reference: nextReference(),
        amountKobo: TWENTY_FIVE_THOUSAND,
        token: 'any',
        description: 'a month',
      };
      const answer = await gateway.savedCards?.charge({ ...charge, email: 'amina@example.com' });
      if (gateway.savedCards) expect(answer?.kind).toBe('unauthorized');
    }
  });
});

describe('the Interswitch token', () => {
  it('is requested once, renewed before it expires, and replaced when it is rejected', async () => {
    const tokens = () => bed.handle.requests({ operation: 'token' }).length;
    const gateway = gatewaysAt(bed.url, () => now)[2];
    if (!gateway) throw new Error('no Quickteller');
    for (let call = 0; call < 3; call++) await openedAt(gateway);
    expect(tokens()).toBe(1);
    now = new Date(now.getTime() + 3_575_000);
    await openedAt(gateway);
    expect(tokens()).toBe(2);
    const impatient = gatewaysAt(bed.url, () => new Date(0))[2];
    if (!impatient) throw new Error('no Quickteller');
    await openedAt(impatient);
    now = new Date(now.getTime() + 7_200_000);
    await openedAt(impatient);
    expect(tokens()).toBe(4);
  });
});

describe('a gateway’s list of successes', () => {
  it.each(['paystack', 'flutterwave'] as const)('at %s is read to its last page', async (id) => {
    const gateway = find(id);
    const since = new Date(now.getTime() - 1000);
    const paid: string[] = [];
    for (let count = 0; count < (id === 'paystack' ? 103 : 23); count++) {
      const { reference } = await openedAt(gateway);
      bed.handle.decide(reference, 'approve');
      paid.push(reference);
    }
    const declined = await openedAt(gateway);
    bed.handle.decide(declined.reference, 'decline');
    const list = await gateway.listSuccesses?.(since);
    const listed = list?.kind === 'listed' ? list.successes.map(({ reference }) => reference) : [];
    expect(paid.every((reference) => listed.includes(reference))).toBe(true);
    expect(listed).not.toContain(declined.reference);
    const sums = list?.kind === 'listed' ? list.successes.filter(({ reference }) => paid.includes(reference)) : [];
    expect(new Set(sums.map(({ amountKobo }) => amountKobo))).toEqual(new Set([2_500_000]));
  });

  it('is not offered by Interswitch', () => {
    expect(find('quickteller').listSuccesses).toBeNull();
  });
});

describe('a gateway’s list of refunds', () => {
  it.each(['paystack', 'flutterwave'] as const)(
    'at %s is read to its last page, with each sum and payment',
    async (id) => {
      const gateway = find(id);
      const [payment, other] = [await openedAt(gateway), await openedAt(gateway)];
      const numbers: string[] = [];
      for (const { reference } of [payment, other]) {
        bed.handle.decide(reference, 'approve');
        const finding = await gateway.confirm({ reference, amountKobo: TWENTY_FIVE_THOUSAND, gatewayReference: null });
        numbers.push((finding.kind === 'paid' && finding.facts.gatewayReference) || '');
      }
      const [number = '', otherNumber = ''] = numbers;
      const sendBack = (paymentReference: string, gatewayReference: string, amountKobo: number) =>
        gateway.refund({
          reference: nextReference(),
          paymentReference,
          gatewayReference,
          webhooks: [],
          amountKobo: toKobo(amountKobo),
        });
      await sendBack(payment.reference, number, 10_037);
      bed.handle.addFault({ gateway: id, operation: 'refund', mode: 'decline', times: 1 });
      await sendBack(payment.reference, number, 500);
      for (let count = 0; count < (id === 'paystack' ? 103 : 23); count++) {
        await sendBack(other.reference, otherNumber, 100);
      }
      const since = new Date(now.getTime() - 1000);
      const sums = async (transaction: string | null) => {
        const list = await gateway.listRefunds?.({ since, transaction });
        const refunds = list?.kind === 'listed' ? list.refunds.filter((refund) => refund.transaction === number) : [];
        return refunds.map(({ amountKobo }) => amountKobo).toSorted((a, b) => a - b);
      };
      expect(await sums(null)).toEqual([500, 10_037]);
      expect(await sums(number)).toEqual([500, 10_037]);
      expect(await sums(otherNumber)).toEqual([]);
      await vi.waitFor(async () => {
        const list = await gateway.listRefunds?.({ since, transaction: number });
        const refunds = list?.kind === 'listed' ? list.refunds : [];
        expect(refunds.filter(({ hasFailed }) => hasFailed).map(({ amountKobo }) => amountKobo)).toEqual([500]);
      });
    },
  );
});

describe('a refund that was requested from Flutterwave', () => {
  it('is found by its number, and by our reference although many came after it', async () => {
    const gateway = find('flutterwave');
    const orders = [];
    for (let count = 0; count < 21; count++) {
      const payment = await openedAt(gateway);
      bed.handle.decide(payment.reference, 'approve');
      const finding = await gateway.confirm(payment);
      const gatewayReference = finding.kind === 'paid' ? finding.facts.gatewayReference : null;
      const order = { reference: nextReference(), paymentReference: payment.reference, gatewayReference, webhooks: [] };
      orders.push({ ...order, amountKobo: TWENTY_FIVE_THOUSAND });
      await gateway.refund({ ...order, amountKobo: TWENTY_FIVE_THOUSAND });
    }
    const [first] = orders;
    if (!first) throw new Error('no refund');
    const asked = { ...first, askedAt: now };
    const found = await gateway.findRefund({ ...asked, refundId: null });
    expect(found).toMatchObject({ kind: expect.stringMatching(/done|pending/), refundId: expect.any(String) });
    const refundId = 'refundId' in found ? found.refundId : null;
    expect(await gateway.findRefund({ ...asked, refundId, reference: 'PNEVERHEARDOF00' })).toMatchObject({ refundId });
    expect(await gateway.findRefund({ ...asked, refundId: null, reference: 'PNEVERHEARDOF00' })).toEqual({
      kind: 'absent',
    });
  });
});

describe('an adapter, whatever the vendor’s answer', () => {
  /** Answers in turn, and records the deadline of each request. */
  function scripted(...bodies: unknown[]) {
    const signals: (AbortSignal | undefined)[] = [];
    const http: HttpClient = {
      deadline: () => new AbortController().signal,
      send: async ({ signal }) => {
        signals.push(signal);
        return { kind: 'answered', status: 200, body: bodies.shift() };
      },
    };
    return { http, signals };
  }
  const settings = sandboxSettings('https://gateway.example');

  it('compares Flutterwave’s list also when it has money that came without a reference', async () => {
    const { http } = scripted({
      status: 'success',
      meta: { page_info: { total_pages: 1 } },
      data: [{ tx_ref: 'P7K2M9Q4X1Z8B3N', amount: '25000.5' }, { tx_ref: null, amount: 10 }, { amount: 20 }],
    });
    const gateway = settings.flutterwave && createFlutterwaveGateway(settings.flutterwave, http);
    expect(await gateway?.listSuccesses?.(now)).toEqual({
      kind: 'listed',
      successes: [{ reference: 'P7K2M9Q4X1Z8B3N', amountKobo: 2_500_050 }],
    });
  });

  it('recognises a card that has paid at another gateway', async () => {
    const told = { currency: 'NGN', customer: {} };
    const paystackSays = {
      status: true,
      data: {
        ...told,
        id: 1,
        status: 'success',
        reference: 'P7K2M9Q4X1Z8B3N',
        amount: 100,
        authorization: { channel: 'card', bin: '55318800', last4: '2950', exp_month: '9', exp_year: '2032' },
      },
    };
    const flutterwaveSays = {
      status: 'success',
      data: {
        ...told,
        id: 2,
        status: 'successful',
        tx_ref: 'P7K2M9Q4X1Z8B3N',
        amount: 1,
        card: { first_6digits: '553188', last_4digits: '2950', expiry: '09/32' },
      },
    };
    const { http } = scripted(paystackSays, flutterwaveSays);
    const payment = { reference: 'P7K2M9Q4X1Z8B3N', amountKobo: toKobo(100), gatewayReference: null };
    const gateways = [
      settings.paystack && createPaystackGateway(settings.paystack, http),
      settings.flutterwave && createFlutterwaveGateway(settings.flutterwave, http),
    ];
    const prints = [];
    for (const gateway of gateways) {
      const finding = await gateway?.confirm(payment);
      prints.push(finding?.kind === 'paid' ? finding.facts.card?.fingerprint : null);
    }
    expect(prints).toEqual(['553188:2950:2032-09', '553188:2950:2032-09']);
  });

  it.each([
    ['paystack', ['ongoing', 'pending', 'processing', 'queued'], [], ['never-heard-of']],
    ['flutterwave', ['pending'], [], ['never-heard-of']],
    ['quickteller', ['09', 'T0', 'S0'], ['Z0', 'Z1', '06', '96'], ['Q7', 'inconsistent']],
  ] as const)(
    'distinguishes money under way at %s from an unfinished payment, and both from unknown statuses',
    async (id, moving, resting, unclear) => {
      const facts = { id: 1, tx_ref: 'P7K2M9Q4X1Z8B3N', reference: 'P7K2M9Q4X1Z8B3N', currency: 'NGN', amount: 100 };
      const findingOf = async (word: string) => {
        const data = { ...facts, status: word, customer: {} };
        const { http } = scripted(...(id === 'quickteller' ? [{ access_token: 't', expires_in: 3600 }] : []), {
          status: id === 'paystack' ? true : 'success',
          data,
          ResponseCode: word,
          Amount: 100,
        });
        const { paystack, flutterwave, interswitch } = settings;
        const gateways = {
          paystack: paystack && createPaystackGateway(paystack, http),
          flutterwave: flutterwave && createFlutterwaveGateway(flutterwave, http),
          quickteller: interswitch && createQuicktellerGateway(interswitch, http, () => now),
        };
        return gateways[id]?.confirm({ reference: facts.reference, amountKobo: toKobo(100), gatewayReference: null });
      };
      for (const word of moving) expect(await findingOf(word)).toMatchObject({ kind: 'pending', isUnderWay: true });
      for (const word of resting) expect(await findingOf(word)).toMatchObject({ kind: 'pending', isUnderWay: false });
      for (const word of unclear) expect(await findingOf(word)).toEqual({ kind: 'unclear', rawStatus: word });
    },
  );

  it('reports a fault of our settings where Interswitch does not know our merchant code', async () => {
    const { http } = scripted({ access_token: 't', expires_in: 3600 }, { ResponseCode: '20031', Amount: 0 });
    const gateway = settings.interswitch && createQuicktellerGateway(settings.interswitch, http, () => now);
    const order = { reference: 'P7K2M9Q4X1Z8B3N', amountKobo: toKobo(100), gatewayReference: null };
    expect(await gateway?.confirm(order)).toEqual({ kind: 'unknown', reason: '20031', isOurs: true });
  });

  it('queries Interswitch under both references within one deadline', async () => {
    const notFound = { ResponseCode: 'Z25', ResponseDescription: 'Transaction not found', Amount: 0 };
    const { http, signals } = scripted({ access_token: 't', expires_in: 3600 }, notFound, notFound);
    const gateway = settings.interswitch && createQuicktellerGateway(settings.interswitch, http, () => now);
    const order = { reference: 'P7K2M9Q4X1Z8B3N', amountKobo: toKobo(100), gatewayReference: 'THEIRS' };
    expect(await gateway?.confirm(order)).toEqual({ kind: 'pending', rawStatus: 'Z25', isUnderWay: false });
    expect(signals).toHaveLength(3);
    expect(new Set(signals).size).toBe(1);
  });
});

describe('a gateway without a secret', () => {
  it('accepts no webhook, whatever it is signed with', () => {
    const { flutterwave } = sandboxSettings(bed.url);
    const settings = {
      paystack: null,
      interswitch: null,
      flutterwave: flutterwave && { ...flutterwave, webhookSecrets: [''] },
    };
    const [gateway] = createGateways(settings, { timeoutMs: 1000, clock: () => now });
    expect(gateway?.authenticate({ 'verif-hash': '' }, Buffer.from('{}'))).toBe(false);
    expect(gateway?.authenticate({}, Buffer.from('{}'))).toBe(false);
    const right = { 'verif-hash': SANDBOX_KEYS.flutterwaveWebhookHash };
    expect(find('flutterwave').authenticate(right, Buffer.from('{}'))).toBe(true);
  });
});
