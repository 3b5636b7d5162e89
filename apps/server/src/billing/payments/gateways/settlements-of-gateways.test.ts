import { expect, it } from 'vitest';
import type { HttpClient, OutsideRequest } from '../../../platform/outside/http-client.ts';
import { flutterwaveSettlements } from './flutterwave-settlement.ts';
import { paystackSettlements } from './paystack-settlement.ts';

const FROM = new Date('2026-11-01T00:00:00Z');

/** A vendor that answers each address, without its query, with one body after the other. */
function vendor(bodies: Readonly<Record<string, readonly object[]>>) {
  const asked: string[] = [];
  const send = async ({ url }: OutsideRequest) => {
    const { pathname, search } = new URL(url);
    const before = asked.filter((path) => path.startsWith(`${pathname}?`) || path === pathname).length;
    asked.push(pathname + search);
    const answers = bodies[pathname] ?? [];
    return { kind: 'answered' as const, status: 200, body: answers[Math.min(before, answers.length - 1)] };
  };
  return { asked, http: { send } as unknown as HttpClient };
}

const payout = {
  id: 3_090_024,
  domain: 'live',
  status: 'success',
  currency: 'NGN',
  total_amount: 995,
  effective_amount: 995,
  total_fees: 5,
  total_processed: 1000,
  deductions: null,
  settlement_date: '2026-11-09T00:00:00.000Z',
};

it('Paystack: what was taken off is the difference of its sums, whatever form its deductions have', async () => {
  const rows = [
    payout,
    { ...payout, id: '2', effective_amount: null, status: 'processing' },
    { ...payout, id: 3, effective_amount: 400, deductions: [{ amount: 595 }], status: 'on-hold' },
    { ...payout, id: 4, domain: 'test' },
  ];
  const meta = { total: '4', pageCount: '1' };
  const { http } = vendor({ '/settlement': [{ status: true, data: rows, meta }] });
  const list = await paystackSettlements(http, 'http://v.example', {}, 'live').list(FROM);
  expect(list).toMatchObject({
    settlements: [
      { settlementId: '3090024', status: 'paid', netKobo: 995, settledOn: '2026-11-09', bankReference: 'PSTK_3090024' },
      { settlementId: '2', status: 'pending', netKobo: 995, deductions: { sumKobo: 0 } },
      { settlementId: '3', status: 'flagged', netKobo: 400, deductions: { sumKobo: 595 }, message: 'on-hold' },
    ],
  });
});

it('Paystack: a list that repeats its page ends', async () => {
  const page = { status: true, data: [payout], meta: { pageCount: 9 } };
  const { http, asked } = vendor({ '/settlement': [page] });
  const list = await paystackSettlements(http, 'http://v.example', {}, null).list(FROM);
  expect([list.kind === 'listed' && list.settlements.length, asked.length]).toEqual([1, 2]);
});

it('Paystack: refunds and chargebacks are those that name the payout', async () => {
  const refund = { transaction: 7, amount: 500, deducted_amount: null, settlement: 3_090_024, dispute: null };
  const { http } = vendor({
    '/settlement': [{ status: true, data: [{ ...payout, effective_amount: 100 }], meta: {} }],
    '/settlement/3090024/transactions': [
      { status: true, data: [{ id: '9007199254740993', reference: 'P1', amount: 1000, fees: null }], meta: null },
    ],
    '/refund': [
      {
        status: true,
        data: [
          { ...refund, id: 1 },
          { ...refund, id: 2, dispute: 44, deducted_amount: 395 },
          { ...refund, id: 3, settlement: 5 },
        ],
      },
    ],
  });
  const settlements = paystackSettlements(http, 'http://v.example', {}, 'live');
  const list = await settlements.list(FROM);
  const [listed] = list.kind === 'listed' ? list.settlements : [];
  if (!listed) throw new Error('nothing is listed');
  expect(await settlements.listItems(listed)).toMatchObject({
    items: [
      { kind: 'payment', reference: 'P1', vendorReference: '9007199254740993', amountKobo: 1000, feeKobo: 0 },
      { kind: 'refund', transaction: '7', amountKobo: 500 },
      { kind: 'chargeback', transaction: '7', amountKobo: 395 },
    ],
  });
});

const paidOut = {
  id: 41_440,
  status: 'completed',
  is_local: true,
  currency: 'NGN',
  gross_amount: 2826.96,
  app_fee: 8.96,
  merchant_fee: 0,
  chargeback: 0,
  refund: 2500,
  stampduty_charge: 0,
  net_amount: 318,
  settlement_account: '0031318432',
  bank_code: '063',
  transaction_date: '2026-11-29T01:00:00.000Z',
  due_date: '2026-11-30T00:00:00.000Z',
  processed_date: null,
  disburse_ref: 'INSTANT_SETTLEMENT',
  destination: 'account',
  meta: [906_262],
};

it('Flutterwave: naira with kobo, ids as an array or as its text, and no reference where there is none', async () => {
  const page = { total: 2, current_page: 1, total_pages: 1 };
  const wallet = { ...paidOut, id: 2, destination: 'autowallet', disburse_ref: 'RV3E', settlement_account: null };
  const row = { charged_amount: 2826.96, app_fee: 8.96, merchant_fee: 0, subaccount_settlement: 0 };
  const { http } = vendor({
    '/settlements': [{ status: 'success', data: [paidOut, wallet], meta: { page_info: page } }],
    '/settlements/41440': [
      {
        status: 'success',
        data: {
          ...paidOut,
          is_local: 1,
          refund_meta: '[4169,4848]',
          meta: '[906262]',
          transactions: [
            { ...row, tx_ref: 'P1', flw_ref: 'FLW-1', id: 984_411 },
            { ...row, tx_ref: 'P1', flw_ref: 'FLW-2', id: 984_412 },
          ],
        },
      },
    ],
    '/refunds': [
      {
        status: 'success',
        data: [
          { id: 4169, tx_id: 11, amount_refunded: 2500, status: 'completed' },
          { id: 1, tx_id: 12, amount_refunded: 7, status: 'completed' },
        ],
      },
    ],
  });
  const settlements = flutterwaveSettlements(http, 'http://v.example', {});
  const list = await settlements.list(FROM);
  const [first, second] = list.kind === 'listed' ? list.settlements : [];
  expect(first).toMatchObject({
    status: 'paid',
    grossKobo: 282_696,
    feesKobo: 896,
    netKobo: 31_800,
    settledOn: '2026-11-30',
    bankReference: null,
    paidToAccount: '0031318432',
    paidToBank: '063',
    reachesBank: true,
  });
  expect(second).toMatchObject({ bankReference: 'RV3E', paidToAccount: null, reachesBank: false });
  if (!first) throw new Error('nothing is listed');
  expect(await settlements.listItems(first)).toMatchObject({
    items: [
      { kind: 'payment', reference: 'P1', vendorReference: 'FLW-1', amountKobo: 282_696 },
      { kind: 'payment', reference: 'P1', vendorReference: 'FLW-2' },
      { kind: 'refund', transaction: '11', vendorReference: '4169', amountKobo: 250_000 },
    ],
  });
});
