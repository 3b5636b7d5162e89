import type { Page } from '@playwright/test';
import type { PaymentPage } from '@portal/contract/billing/staff-payments';
import { AT, confirmed, opened, SOMEBODY } from './console-steps.ts';
import { answerWith, type Form } from './form-sweep.ts';

/** A payment in a state in which staff decide. */
function payment(change: (one: PaymentPage) => Partial<PaymentPage>, ready: Form['ready']): Form['ready'] {
  return opened(/^Amina Bello/, async (page) => {
    await page.waitForURL('**/admin/payments/*');
    await answerWith<PaymentPage>(page, /^\/api\/staff\/payments\/[^/]+$/, (one) => ({ ...one, ...change(one) }));
    return ready(page);
  });
}

const paid = ({ amount }: PaymentPage): Partial<PaymentPage> => ({
  refundable: {
    ...{ amount, creditReturned: 0, needsApproval: false },
    ...{ laterMonthPaid: false, bundleUsed: false },
  },
  decisions: ['refund', 'chargeback'],
});
const held = (): Partial<PaymentPage> => ({ status: 'review', refundable: null, decisions: ['recheck', 'reject'] });
const awaitingApproval = ({ amount, reference }: PaymentPage): Partial<PaymentPage> => ({
  refunds: [
    {
      ...{ reference: `${reference}-R`, amount, reason: 'Never built', keepService: false },
      ...{ status: 'awaiting-approval', requestedBy: SOMEBODY, approvedBy: null, outcome: null },
      ...{ createdAt: AT, updatedAt: AT },
    },
  ],
});

/** What a gateway says and the books do not. */
async function difference(page: Page): Promise<void> {
  const one = { reference: 'P-1', kind: 'sent-back', ours: 25_000, theirs: 5000, theirStatus: 'reversed' };
  await answerWith(page, /^\/api\/staff\/gateway-comparisons$/, () => [
    {
      ...{ gateway: 'paystack', comparedUntil: AT, settled: [], receivedToday: 0, returnedToday: 0 },
      differences: [{ id: 1, ...one, foundAt: AT }],
    },
  ]);
}

/** What staff decide about money. */
export const MONEY_FORMS: readonly Form[] = [
  {
    sends: 'POST /api/staff/payments/:reference/refund',
    path: '/admin/payments',
    ready: payment(paid, confirmed(/^Refund ₦/, 'Refund')),
  },
  {
    sends: 'POST /api/staff/payments/:reference/chargeback',
    path: '/admin/payments',
    ready: payment(paid, confirmed('The bank took it back', 'Record it')),
  },
  {
    sends: 'POST /api/staff/payments/:reference/review',
    path: '/admin/payments',
    ready: payment(held, confirmed('Reject', 'Reject')),
  },
  {
    sends: 'POST /api/staff/payments/:reference/refund-approval',
    path: '/admin/payments',
    ready: payment(awaitingApproval, confirmed('Approve refund', 'Approve')),
  },
  {
    sends: 'POST /api/staff/gateway-differences/:id/close',
    path: '/admin/books',
    ready: async (page) => {
      await difference(page);
      return confirmed('Close', 'Close it')(page);
    },
  },
  {
    sends: 'POST /api/staff/gateway-differences/:id/book',
    path: '/admin/books',
    ready: async (page) => {
      await difference(page);
      return confirmed('Book the part', 'Book it')(page);
    },
  },
  {
    sends: 'POST /api/staff/flagged-referrals/:id/pay',
    path: '/admin/referrals',
    ready: async (page) => {
      const person = { ...SOMEBODY, email: 'ifeoma@example.com' };
      const pair = { id: '1', referrer: person, referee: person, status: 'pending', reward: 2000, isWithheld: true };
      await answerWith(page, /^\/api\/staff\/flagged-referrals$/, () => [
        { ...pair, flags: ['same-home'], clearedAt: null, createdAt: AT, completedAt: null },
      ]);
      return confirmed('Pay it all the same', 'Pay it')(page);
    },
  },
];
