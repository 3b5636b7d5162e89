import { toKobo } from '@portal/kernel/money';
import { describe, expect, it } from 'vitest';
import type { Finding, PaidFacts } from './gateways/gateway.port.ts';
import { isCheckoutLink, isUnderWayAgain, judgeFinding, nextCheckAt } from './payment.policy.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const payment = {
  reference: 'P7K2M9Q4X1Z8B3N',
  amount: toKobo(2_500_000),
  currency: 'NGN',
  createdAt: new Date('2026-03-01T10:00:00Z'),
};
const soon = new Date(payment.createdAt.getTime() + MINUTE);

function paid(change: Partial<PaidFacts> = {}): Finding {
  const facts: PaidFacts = {
    reference: payment.reference,
    amountKobo: payment.amount,
    chargedKobo: payment.amount,
    currency: 'NGN',
    modeMatches: true,
    channel: 'card',
    gatewayReference: '4000000001',
    card: null,
    ...change,
  };
  return { kind: 'paid', rawStatus: 'success', facts };
}

describe('what a gateway calls paid', () => {
  it('is accepted when reference, currency, mode and amount match', () => {
    expect(judgeFinding(payment, paid(), soon).kind).toBe('paid');
    expect(judgeFinding(payment, paid({ chargedKobo: toKobo(2_547_500) }), soon).kind).toBe('paid');
    const tooMuch = { amountKobo: toKobo(2_600_000), chargedKobo: toKobo(2_600_000) };
    expect(judgeFinding(payment, paid(tooMuch), soon).kind).toBe('paid');
  });

  it.each([
    ['other-amount', { amountKobo: toKobo(2_499_999), chargedKobo: toKobo(2_499_999) }],
    ['other-amount', { amountKobo: toKobo(2_600_000), chargedKobo: toKobo(2_500_000) }],
    ['other-amount', { chargedKobo: toKobo(2_499_999) }],
    ['naira-kobo-mix-up', { amountKobo: toKobo(25_000), chargedKobo: toKobo(25_000) }],
    ['naira-kobo-mix-up', { amountKobo: toKobo(250_000_000), chargedKobo: toKobo(250_000_000) }],
    ['other-currency', { currency: 'USD' }],
    ['other-reference', { reference: 'PZZZZZZZZZZZZZZ' }],
    ['other-reference', { reference: null }],
    ['other-mode', { modeMatches: false }],
  ])('goes to review as %s otherwise: %o', (reason, change) => {
    expect(judgeFinding(payment, paid(change), soon)).toMatchObject({ kind: 'review', reason });
  });
});

describe('a pending payment', () => {
  const after = (ms: number) => new Date(payment.createdAt.getTime() + ms);

  it('stays pending for a day while its payer may come back, and for three days while the gateway says pending', () => {
    const left: Finding = { kind: 'abandoned', rawStatus: 'abandoned' };
    expect(judgeFinding(payment, left, soon).kind).toBe('pending');
    expect(judgeFinding(payment, left, after(24 * HOUR - 1)).kind).toBe('pending');
    expect(judgeFinding(payment, left, after(24 * HOUR)).kind).toBe('abandoned');
    expect(
      judgeFinding(payment, { kind: 'pending', rawStatus: 'ongoing', isUnderWay: true }, after(71 * HOUR)).kind,
    ).toBe('pending');
    expect(
      judgeFinding(payment, { kind: 'pending', rawStatus: 'ongoing', isUnderWay: true }, after(72 * HOUR)).kind,
    ).toBe('abandoned');
  });

  it('is polled often at first, then hourly, and no more after 72 hours once the gateway has answered', () => {
    const gap = (age: number) =>
      (nextCheckAt(payment.createdAt, after(age), true)?.getTime() ?? 0) - after(age).getTime();
    expect(gap(0)).toBe(15_000);
    expect(gap(10 * MINUTE)).toBe(2.5 * MINUTE);
    expect(gap(10 * HOUR)).toBe(HOUR);
    expect(nextCheckAt(payment.createdAt, after(72 * HOUR), true)).toBeNull();
    expect(nextCheckAt(payment.createdAt, after(72 * HOUR), false)).not.toBeNull();
  });
});

describe('a failed or abandoned payment', () => {
  const underWay: Finding = { kind: 'pending', rawStatus: 'ongoing', isUnderWay: true };
  const failed = { status: 'failed', chargeAttempt: null } as const;

  it('is pending again when its gateway says so, and not when it merely does not know', () => {
    for (const status of ['failed', 'abandoned'] as const) {
      expect(isUnderWayAgain({ ...failed, status }, underWay)).toBe(true);
      expect(isUnderWayAgain({ ...failed, status }, { ...underWay, isUnderWay: false })).toBe(false);
    }
  });

  it('keeps its status without an answer, while its payer has only left the page, and where a saved card was charged', () => {
    expect(isUnderWayAgain(failed, { kind: 'unknown', reason: 'timeout' })).toBe(false);
    expect(isUnderWayAgain(failed, { kind: 'abandoned', rawStatus: 'abandoned' })).toBe(false);
    expect(isUnderWayAgain({ ...failed, chargeAttempt: 1 }, underWay)).toBe(false);
  });

  it('is never taken out of review or back from success', () => {
    for (const status of ['review', 'successful', 'refunded', 'disputed', 'pending'] as const) {
      expect(isUnderWayAgain({ ...failed, status }, underWay)).toBe(false);
    }
  });
});

describe('a link to a payment page', () => {
  const allowed = ['https://checkout.paystack.com', 'https://newwebpay.interswitchng.com'];

  it('is returned when its origin is exactly an allowed one', () => {
    expect(isCheckoutLink('https://checkout.paystack.com/abc123', allowed)).toBe(true);
  });

  it.each([
    'https://checkout.paystack.com.evil.example/abc',
    'https://evil.example/https://checkout.paystack.com',
    'http://checkout.paystack.com/abc',
    'https://checkout.paystack.com:8443/abc',
    'https://checkout.paystack.com@evil.example/',
    'https://user:pass@checkout.paystack.com/',
    'javascript:alert(1)//https://checkout.paystack.com',
    '//checkout.paystack.com/abc',
    'not a link',
  ])('is withheld otherwise: %s', (link) => {
    expect(isCheckoutLink(link, allowed)).toBe(false);
  });
});
