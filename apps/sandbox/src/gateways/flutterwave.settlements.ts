import { decidingAttempt } from '../order.ts';
import { feesOf, grossOf, refundedOf, type Settlement } from '../settlement.ts';
import { done, type FlutterwaveDependencies, pageOf, refusal } from './flutterwave.answers.ts';
import { flwRef } from './flutterwave.payloads.ts';
import { isWithinDays, pageName } from './paystack.settlements.ts';
import { numberOf, type VendorRoute } from './vendor-route.ts';

const STATUS = { pending: 'pending', paid: 'completed', failed: 'failed', flagged: 'flagged' } as const;

/** Naira, with kobo as decimals. A list has its ids as an array, a detail as their JSON text. */
function shown(settlement: Settlement, isDetail: boolean): object {
  const { number, status, day, createdAt, account, payments, refunds, deductedKobo } = settlement;
  const ids = (numbers: readonly number[]) => (isDetail ? JSON.stringify(numbers) : numbers);
  const net = grossOf(settlement) - feesOf(settlement) - refundedOf(settlement) - deductedKobo;
  return {
    id: number,
    account_id: 1_000_001,
    merchant_name: 'Sandbox',
    settlement_account: account,
    bank_code: '063',
    transaction_date: `${day}T01:00:00.000Z`,
    due_date: `${day}T00:00:00.000Z`,
    processed_date: null,
    status: STATUS[status],
    is_local: isDetail ? 1 : true,
    currency: 'NGN',
    gross_amount: grossOf(settlement) / 100,
    app_fee: feesOf(settlement) / 100,
    merchant_fee: 0,
    chargeback: 0,
    refund: refundedOf(settlement) / 100,
    stampduty_charge: 0,
    net_amount: net / 100,
    transaction_count: payments.length,
    processor_ref: null,
    disburse_ref: status === 'paid' ? `RV3${number}` : null,
    disburse_message: null,
    channel: 'web',
    destination: 'account',
    fx_data: null,
    flag_message: status === 'flagged' ? 'This settlement is under review' : null,
    // Ids of another kind than those of the transactions.
    meta: ids(payments.map((payment) => payment.number + 7)),
    refund_meta: isDetail && refunds.length === 0 ? null : ids(refunds.map((refund) => refund.number)),
    chargeback_meta: isDetail ? null : [],
    source_bankcode: null,
    created_at: createdAt,
  };
}

export function settlementRoutes({ ledger, settlements }: FlutterwaveDependencies): Omit<VendorRoute, 'refuse'>[] {
  const transactions = (settlement: Settlement) =>
    settlement.payments.map(({ orderCode, reference, number, amountKobo, feeKobo }) => {
      const order = orderCode === null ? null : ledger.findByCode('flutterwave', orderCode);
      return {
        customer_email: order?.email ?? 'payer@example.com',
        flw_ref: order ? flwRef({ order, attempt: decidingAttempt(order) }) : `FLW-MOCK-${number}`,
        tx_ref: reference,
        id: number,
        charged_amount: amountKobo / 100,
        app_fee: feeKobo / 100,
        merchant_fee: 0,
        stampduty_charge: 0,
        settlement_amount: (amountKobo - feeKobo) / 100,
        status: 'successful',
        payment_entity: 'card',
        transaction_date: settlement.day,
        currency: 'NGN',
        card_locale: 'LOCAL',
        rrn: 'N/A',
        subaccount_settlement: 0,
      };
    });
  return [
    {
      method: 'GET',
      url: '/settlements',
      operation: 'settlements',
      referenceOf: pageName,
      act({ query }) {
        const found = settlements.all('flutterwave').filter(({ day }) => isWithinDays(day, query));
        return pageOf(
          found.map((settlement) => shown(settlement, false)),
          query,
          'Settlements fetched',
        );
      },
    },
    {
      method: 'GET',
      url: '/settlements/:id',
      operation: 'settlements',
      referenceOf: (call) => call.params.id ?? null,
      act({ params }) {
        const settlement = settlements.find('flutterwave', numberOf(params.id));
        if (!settlement) return refusal(404, 'Settlement not found');
        return done('Settlement fetched', { ...shown(settlement, true), transactions: transactions(settlement) });
      },
    },
  ];
}
