import { DAY_MS } from '@portal/kernel/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRenewalStep } from './renewal.policy.ts';

const RULES = { invoiceDays: 7, graceDays: 3 };
const subscription = {
  ...({ status: 'active', graceSince: null, promisedUntil: null, pausedUntil: null, cancelRequestedAt: null } as const),
  nextRenewal: new Date('2026-03-15T15:00:00Z'),
};
const stepAt = (now: string, change: Partial<Parameters<typeof nextRenewalStep>[0]> = {}) =>
  nextRenewalStep({ ...subscription, ...change }, new Date(now), RULES);

describe('the renewal of a subscription', () => {
  it.each([
    ['2026-03-01T00:00:00Z', false, null, '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T07:00:00Z', true, 7, '2026-03-12T07:00:00.000Z'],
    ['2026-03-12T07:00:00Z', true, 3, '2026-03-14T07:00:00.000Z'],
    ['2026-03-14T07:00:00Z', true, 1, '2026-03-15T07:00:00.000Z'],
    ['2026-03-15T07:00:00Z', true, 0, '2026-03-15T15:00:00.000Z'],
    ['2026-03-15T15:00:00Z', true, 0, '2026-03-18T15:00:00.000Z'],
  ])('at %s: invoice %s, reminder %s, next at %s', (now, invoice, reminder, next) => {
    const step = stepAt(now);
    expect(step).toMatchObject({ move: 'none', invoice, reminder });
    expect(step.nextStepAt?.toISOString()).toBe(next);
  });

  it('suspends when the grace period is over, not a moment earlier, and tries the credit once more', () => {
    expect(stepAt('2026-03-18T14:59:59.999Z')).toMatchObject({ move: 'none', collect: true });
    const noted = { graceSince: subscription.nextRenewal };
    expect(stepAt('2026-03-18T15:00:00Z', noted)).toMatchObject({ move: 'suspend', collect: true, nextStepAt: null });
  });

  it('counts the grace period from the first run when that came late, and keeps to it', () => {
    const away = stepAt('2026-03-19T10:00:00Z', { autoPay: true });
    expect(away).toMatchObject({ move: 'none', invoice: true, reminder: 0, charge: new Date('2026-03-19T07:00:00Z') });
    expect(away.graceSince?.toISOString()).toBe('2026-03-19T10:00:00.000Z');
    const { graceSince } = away;
    expect(stepAt('2026-03-22T09:59:59Z', { graceSince })).toMatchObject({ move: 'none', graceSince });
    expect(stepAt('2026-03-22T10:00:00Z', { graceSince })).toMatchObject({ move: 'suspend' });
    // In time: the grace period counts to the moment, and what was recorded for an earlier month
    // does not apply to this one.
    expect(stepAt('2026-03-15T15:00:09Z', { graceSince: new Date('2026-02-15T15:00:00Z') }).graceSince).toEqual(
      subscription.nextRenewal,
    );
  });

  it('without a grace period still tries the card before the suspension', () => {
    const early = { ...subscription, nextRenewal: new Date('2026-03-15T03:00:00Z'), autoPay: true };
    const step = nextRenewalStep(early, new Date('2026-03-15T03:00:05Z'), { ...RULES, graceDays: 0 });
    expect(step).toMatchObject({ move: 'suspend', charge: early.nextRenewal });
  });

  it('sends only the latest of the reminders that were missed', () => {
    expect(stepAt('2026-03-14T20:00:00Z').reminder).toBe(1);
  });

  it('ends with the paid time after a cancellation, without an invoice or a reminder', () => {
    const cancelRequestedAt = new Date('2026-03-10T00:00:00Z');
    expect(stepAt('2026-03-14T20:00:00Z', { cancelRequestedAt })).toMatchObject({ invoice: false, reminder: null });
    expect(stepAt('2026-03-15T15:00:00Z', { cancelRequestedAt })).toMatchObject({ move: 'cancel', collect: false });
  });

  it('resumes by itself at the end of a pause, unless its month was refunded meanwhile', () => {
    const resting = { status: 'suspended', pausedUntil: new Date('2026-03-10T00:00:00Z') } as const;
    expect(stepAt('2026-03-09T00:00:00Z', resting)).toMatchObject({ move: 'none', nextStepAt: resting.pausedUntil });
    expect(stepAt('2026-03-10T00:00:00Z', resting).move).toBe('resume');
    // However late the job is: what counts is that paid time was left when the pause ended.
    expect(stepAt('2026-03-16T00:00:00Z', resting).move).toBe('resume');
    const refunded = { ...resting, nextRenewal: new Date('2026-03-09T00:00:00Z') };
    expect(stepAt('2026-03-16T00:00:00Z', refunded).move).toBe('rest');
    const leaving = { ...refunded, cancelRequestedAt: new Date('2026-03-05T00:00:00Z') };
    expect(stepAt('2026-03-16T00:00:00Z', leaving).move).toBe('cancel');
  });

  it.each(['pending', 'suspended', 'cancelled'] as const)('does nothing for a subscription that is %s', (status) => {
    expect(stepAt('2026-03-14T20:00:00Z', { status })).toMatchObject({
      invoice: false,
      reminder: null,
      move: 'none',
      nextStepAt: null,
    });
  });

  it('has its next step in the future each time, and comes to an end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 7, max: 28 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: -40, max: 5 }),
        (invoiceDays, graceDays, days) => {
          let graceSince: Date | null = null;
          let now = new Date(subscription.nextRenewal.getTime() + days * DAY_MS);
          for (let looks = 0; looks < 12; looks++) {
            const looked = nextRenewalStep({ ...subscription, graceSince }, now, { invoiceDays, graceDays });
            const { nextStepAt } = looked;
            graceSince = looked.graceSince;
            if (nextStepAt === null) return true;
            expect(nextStepAt > now).toBe(true);
            now = nextStepAt;
          }
          return false;
        },
      ),
    );
  });
});
