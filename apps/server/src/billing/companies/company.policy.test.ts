import { toKobo } from '@portal/kernel/money';
import { describe, expect, it } from 'vitest';
import { allocate, cutAtBillingDays, dueReminder, nextBilling, proratedPrice } from './company.policy.ts';

const at = (text: string) => new Date(`${text}+01:00`);

describe('the billing day', () => {
  it('is the next one after a moment, at midnight in Lagos, and never the moment itself', () => {
    expect(nextBilling(at('2026-01-31T23:59:59'), 28)).toEqual(at('2026-02-28T00:00:00'));
    expect(nextBilling(at('2026-02-28T00:00:00'), 28)).toEqual(at('2026-03-28T00:00:00'));
    expect(nextBilling(at('2026-12-15T08:00:00'), 1)).toEqual(at('2027-01-01T00:00:00'));
  });
});

describe('the time of a line', () => {
  it('is charged whole from one billing day to the next, also in February', () => {
    const [piece] = cutAtBillingDays(at('2026-02-05T00:00:00'), at('2026-03-05T00:00:00'), 5);
    expect(piece).toMatchObject({ days: 28, ofDays: 28 });
    expect(proratedPrice(toKobo(2_500_000), { days: 28, ofDays: 28 })).toBe(2_500_000);
  });

  it('is charged by the day from the middle of a month, today included, and cut at the billing days', () => {
    const pieces = cutAtBillingDays(at('2026-01-20T15:00:00'), at('2026-03-05T00:00:00'), 5);
    expect(pieces.map(({ days, ofDays }) => [days, ofDays])).toEqual([
      [16, 31],
      [28, 28],
    ]);
    expect(pieces[0]?.endsAt).toEqual(pieces[1]?.startsAt);
    expect(proratedPrice(toKobo(3_100_000), { days: 16, ofDays: 31 })).toBe(1_600_000);
  });
});

describe('money', () => {
  it('pays the oldest invoice first, each as far as it goes, and keeps what is too much', () => {
    const invoices = [100, 50, 70].map((outstanding) => ({ outstanding: toKobo(outstanding) }));
    const parts = (amount: number) => allocate(invoices, toKobo(amount)).map(({ amountKobo }) => amountKobo);
    expect(parts(30)).toEqual([30]);
    expect(parts(120)).toEqual([100, 20]);
    expect(parts(1000)).toEqual([100, 50, 70]);
    expect(parts(0)).toEqual([]);
  });
});

describe('reminders', () => {
  const invoice = { dueAt: at('2026-03-31T00:00:00'), issuedAt: at('2026-03-25T00:00:00'), remindedDays: null };

  it('come before and after the due day, in working hours, each once, and the latest of those that were missed', () => {
    expect(dueReminder(invoice, at('2026-03-28T07:59:00'))).toBeNull();
    expect(dueReminder(invoice, at('2026-03-28T08:00:00'))).toBe(3);
    expect(dueReminder({ ...invoice, remindedDays: 3 }, at('2026-03-29T08:00:00'))).toBeNull();
    expect(dueReminder({ ...invoice, remindedDays: 3 }, at('2026-04-08T08:00:00'))).toBe(-7);
  });
});
