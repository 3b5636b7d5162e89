import { decidingAttempt } from '../order.ts';
import { feesOf, grossOf, refundedOf, type Settlement } from '../settlement.ts';
import { type PaystackDependencies, pageOf, refusal } from './paystack.answers.ts';
import { paystackTransaction } from './paystack.payloads.ts';
import { numberOf, type VendorCall, type VendorRoute } from './vendor-route.ts';

const STATUS = { pending: 'pending', paid: 'success', failed: 'failed', flagged: 'processing' } as const;

function shown(settlement: Settlement, domain: string): object {
  const { number, status, day, createdAt, deductedKobo } = settlement;
  const total = grossOf(settlement) - feesOf(settlement);
  const deducted = refundedOf(settlement) + deductedKobo;
  return {
    id: number,
    domain,
    status: STATUS[status],
    currency: 'NGN',
    integration: 100_001,
    total_amount: total,
    effective_amount: total - deducted,
    total_fees: feesOf(settlement),
    total_processed: grossOf(settlement),
    deductions: deducted === 0 ? null : deducted,
    settlement_date: `${day}T00:00:00.000Z`,
    settled_by: null,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Payouts and the transactions in them; a payout alone cannot be fetched. */
export function settlementRoutes({ ledger, settlements }: PaystackDependencies): Omit<VendorRoute, 'refuse'>[] {
  const transactions = (settlement: Settlement) =>
    settlement.payments.map(({ orderCode, reference, number, amountKobo, feeKobo }) => {
      const order = orderCode === null ? null : ledger.findByCode('paystack', orderCode);
      return order
        ? paystackTransaction({ order, attempt: decidingAttempt(order) })
        : {
            id: number,
            domain: 'test',
            status: 'success',
            reference,
            amount: amountKobo,
            fees: feeKobo,
            currency: 'NGN',
          };
    });
  return [
    {
      method: 'GET',
      url: '/settlement',
      operation: 'settlements',
      referenceOf: pageName,
      act({ query }) {
        const found = settlements
          .all('paystack')
          .filter(({ day }) => isWithinDays(day, query))
          .map((settlement) => shown(settlement, 'test'));
        return pageOf(found, query, 'Settlements retrieved');
      },
    },
    {
      method: 'GET',
      url: '/settlement/:id/transactions',
      operation: 'settlements',
      referenceOf: (call) => `${call.params.id}:${pageName(call)}`,
      act({ params, query }) {
        const settlement = settlements.find('paystack', numberOf(params.id));
        if (!settlement) return refusal(404, 'Settlement not found', 'not_found');
        const perPage = String(Math.min(numberOf(query.perPage) || 50, settlement.perPage));
        return pageOf(transactions(settlement), { ...query, perPage }, 'Transactions retrieved');
      },
    },
  ];
}

/** By which a fault finds the call about one page. */
export function pageName({ query }: VendorCall): string {
  return `page-${Math.max(Math.trunc(numberOf(query.page)) || 1, 1)}`;
}

/** `from` and `to` are days or moments; a day is included completely. */
export function isWithinDays(day: string, { from, to }: VendorCall['query']): boolean {
  return (from === undefined || day >= from.slice(0, 10)) && (to === undefined || day <= to.slice(0, 10));
}
