import { lagosDate } from '@portal/kernel/calendar';
import { addKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import { listFlutterwaveRefunds } from './flutterwave-refund.ts';
import type { ListedSettlement, SettlementItem, Settlements } from './gateway.port.ts';
import { idText, readAnswer, refusalReason, signedNaira } from './gateway-answer.ts';

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return [];
  }
}

/** An array of ids, in a single settlement as its JSON text; anything else is none. */
const idList = z.catch(z.pipe(z.transform(parsed), z.array(idText)), []);

const day = z.nullish(z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))));

const settlement = z.object({
  id: idText,
  status: z.string(),
  currency: z.nullish(z.string()),
  gross_amount: signedNaira,
  app_fee: signedNaira,
  merchant_fee: signedNaira,
  chargeback: signedNaira,
  refund: signedNaira,
  stampduty_charge: signedNaira,
  net_amount: signedNaira,
  settlement_account: z.nullish(idText),
  bank_code: z.nullish(idText),
  destination: z.nullish(z.string()),
  disburse_ref: z.nullish(z.string()),
  flag_message: z.nullish(z.string()),
  disburse_message: z.nullish(z.string()),
  transaction_date: day,
  due_date: day,
  processed_date: day,
});

const listed = z.object({
  status: z.literal('success'),
  data: z.array(settlement),
  meta: z.nullish(z.object({ page_info: z.nullish(z.object({ total_pages: z.nullish(z.coerce.number()) })) })),
});

const detail = z.object({
  status: z.literal('success'),
  data: z.object({
    refund: signedNaira,
    refund_meta: idList,
    transactions: z.array(
      z.object({
        id: z.nullish(idText),
        tx_ref: z.nullish(z.string()),
        flw_ref: z.nullish(z.string()),
        charged_amount: signedNaira,
        app_fee: signedNaira,
        merchant_fee: signedNaira,
        subaccount_settlement: signedNaira,
      }),
    ),
  }),
});

const MAX_PAGES = 500;
const REFUNDS_BACK_MS = 60 * 24 * 3_600_000;
/** What `disburse_ref` has where the bank's line has no reference. */
const NO_REFERENCE = /^INSTANT/i;

type Headers = Readonly<Record<string, string>>;

const STATUS: Readonly<Record<string, ListedSettlement['status']>> = {
  completed: 'paid',
  successful: 'paid',
  pending: 'pending',
  processing: 'pending',
  failed: 'failed',
  flagged: 'flagged',
};

/** Its day is the one on which it was due: `processed_date` stays empty also when it is paid. */
function settlementOf(row: z.infer<typeof settlement>): ListedSettlement | null {
  const date = row.processed_date ?? row.due_date ?? row.transaction_date;
  if (!date) return null;
  const reference = row.disburse_ref ?? null;
  return {
    settlementId: row.id,
    status: STATUS[row.status] ?? 'flagged',
    grossKobo: row.gross_amount,
    feesKobo: addKobo(row.app_fee, row.merchant_fee),
    stampDutyKobo: row.stampduty_charge,
    deductions: { kind: 'named', refundsKobo: row.refund, chargebacksKobo: row.chargeback },
    netKobo: row.net_amount,
    settledOn: lagosDate(new Date(date)),
    bankReference: reference === null || NO_REFERENCE.test(reference) ? null : reference,
    paidToAccount: row.settlement_account ?? null,
    paidToBank: row.bank_code ?? null,
    reachesBank: (row.destination ?? 'account') === 'account',
    message: row.flag_message ?? row.disburse_message ?? (STATUS[row.status] ? null : row.status),
  };
}

/**
 * Flutterwave's settlements (https://developer.flutterwave.com/v3.0/docs/settlements), naira with kobo as
 * decimals. The ids in `meta` are not those of the transactions: only `tx_ref` and `flw_ref` join them.
 */
export function flutterwaveSettlements(http: HttpClient, baseUrl: string, headers: Headers): Settlements {
  const ask = (path: string) => http.send({ method: 'GET', url: `${baseUrl}${path}`, headers });
  return {
    list: async (from) => {
      const found = new Map<string, ListedSettlement>();
      for (let page = 1; page <= MAX_PAGES; page++) {
        const query = new URLSearchParams({ from: from.toISOString().slice(0, 10), page: String(page) });
        const answer = await ask(`/settlements?${query}`);
        const reading = readAnswer(answer, listed);
        if (reading.kind === 'unread') return { kind: 'unknown', reason: refusalReason(answer) ?? reading.reason };
        const known = found.size;
        for (const row of reading.body.data) {
          const ours = (row.currency ?? 'NGN') === 'NGN' ? settlementOf(row) : null;
          if (ours) found.set(ours.settlementId, ours);
        }
        if (page >= (reading.body.meta?.page_info?.total_pages ?? 1) || found.size === known) break;
      }
      return { kind: 'listed', settlements: [...found.values()] };
    },
    listItems: async ({ settlementId, settledOn }) => {
      const answer = await ask(`/settlements/${encodeURIComponent(settlementId)}`);
      const reading = readAnswer(answer, detail);
      if (reading.kind === 'unread') return { kind: 'unknown', reason: refusalReason(answer) ?? reading.reason };
      const { transactions, refund, refund_meta: refunded } = reading.body.data;
      const items = transactions.map((row, place): SettlementItem => {
        const reference = row.tx_ref ?? null;
        const vendorReference = row.flw_ref || row.id || `${settlementId}-${place}`;
        const feeKobo = addKobo(row.app_fee, row.merchant_fee);
        const transaction = row.id ?? null;
        return { kind: 'payment', reference, transaction, vendorReference, amountKobo: row.charged_amount, feeKobo };
      });
      if (refund === 0) return { kind: 'listed', items };
      const since = new Date(Date.parse(settledOn) - REFUNDS_BACK_MS);
      const list = await listFlutterwaveRefunds(http, baseUrl, headers, { since, transaction: null });
      if (list.kind === 'unknown') return list;
      const ids = new Set(refunded);
      const taken = list.refunds.filter(({ refundId }) => ids.has(refundId));
      return {
        kind: 'listed',
        items: [
          ...items,
          ...taken.map(
            ({ refundId: vendorReference, transaction, amountKobo }): SettlementItem => ({
              kind: 'refund',
              reference: null,
              transaction,
              vendorReference,
              amountKobo,
              feeKobo: addKobo(),
            }),
          ),
        ],
      };
    },
  };
}
