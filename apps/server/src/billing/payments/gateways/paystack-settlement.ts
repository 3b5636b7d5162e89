import { lagosDate } from '@portal/kernel/calendar';
import { addKobo, negateKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type { ListedSettlement, SettlementItem, Settlements } from './gateway.port.ts';
import { idText, readAnswer, refusalReason, signedKobo } from './gateway-answer.ts';

const pages = z.nullish(z.object({ pageCount: z.nullish(z.coerce.number()) }));

/** The form of `deductions` is not documented: what was taken off is the difference of the two sums. */
const settlement = z.object({
  id: idText,
  domain: z.nullish(z.string()),
  status: z.string(),
  currency: z.nullish(z.string()),
  total_amount: signedKobo,
  effective_amount: z.nullish(signedKobo),
  total_fees: signedKobo,
  total_processed: signedKobo,
  settlement_date: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
});
const listed = z.object({ status: z.literal(true), data: z.array(settlement), meta: pages });

const transactions = z.object({
  status: z.literal(true),
  data: z.array(z.object({ id: idText, reference: z.string(), amount: signedKobo, fees: signedKobo })),
  meta: pages,
});

const refunds = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      id: idText,
      settlement: z.nullish(idText),
      transaction: z.nullish(idText),
      dispute: z.nullish(z.unknown()),
      amount: signedKobo,
      deducted_amount: z.nullish(signedKobo),
    }),
  ),
  meta: pages,
});

const PER_PAGE = 100;
const MAX_PAGES = 500;
/** A refund is taken off a settlement some days after it was asked for. */
const REFUNDS_BACK_MS = 60 * 24 * 3_600_000;

type Headers = Readonly<Record<string, string>>;
type Domain = 'test' | 'live' | null;

const STATUS: Readonly<Record<string, ListedSettlement['status']>> = {
  success: 'paid',
  pending: 'pending',
  processing: 'pending',
  failed: 'failed',
};

function settlementOf(row: z.infer<typeof settlement>): ListedSettlement {
  const netKobo = row.effective_amount ?? row.total_amount;
  return {
    settlementId: row.id,
    status: STATUS[row.status] ?? 'flagged',
    grossKobo: row.total_processed,
    feesKobo: row.total_fees,
    stampDutyKobo: addKobo(),
    deductions: { kind: 'sum', sumKobo: addKobo(row.total_amount, negateKobo(netKobo)) },
    netKobo,
    settledOn: lagosDate(new Date(row.settlement_date)),
    bankReference: `PSTK_${row.id}`,
    paidToAccount: null,
    paidToBank: null,
    reachesBank: true,
    message: STATUS[row.status] ? null : row.status,
  };
}

type Page<T> =
  | { readonly kind: 'page'; readonly rows: readonly T[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** All pages of a list; a page that repeats the one before, or an empty one, is the end. */
async function readPages<T extends { readonly id: string }>(
  http: HttpClient,
  ask: { readonly url: string; readonly query: Readonly<Record<string, string>>; readonly headers: Headers },
  form: z.ZodMiniType<{ data: T[]; meta?: z.infer<typeof pages> }>,
): Promise<Page<T>> {
  const rows = new Map<string, T>();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = new URLSearchParams({ ...ask.query, perPage: String(PER_PAGE), page: String(page) });
    const answer = await http.send({ method: 'GET', url: `${ask.url}?${query}`, headers: ask.headers });
    const reading = readAnswer(answer, form);
    if (reading.kind === 'unread') return { kind: 'unknown', reason: refusalReason(answer) ?? reading.reason };
    const { data, meta } = reading.body;
    const known = rows.size;
    for (const row of data) rows.set(row.id, row);
    const isLast = meta?.pageCount ? page >= meta.pageCount : data.length < PER_PAGE;
    if (isLast || rows.size === known) break;
  }
  return { kind: 'page', rows: [...rows.values()] };
}

/**
 * Paystack's payouts in kobo (https://paystack.com/docs/api/settlement): their payments have no net sum,
 * and the refunds taken off them are found among all refunds. A payout of the other mode, or in another
 * currency, is not ours.
 */
export function paystackSettlements(http: HttpClient, baseUrl: string, headers: Headers, domain: Domain): Settlements {
  return {
    list: async (from) => {
      const query = { from: from.toISOString() };
      const read = await readPages(http, { url: `${baseUrl}/settlement`, query, headers }, listed);
      if (read.kind === 'unknown') return read;
      const ours = read.rows.filter(
        (row) => (row.currency ?? 'NGN') === 'NGN' && (domain === null || (row.domain ?? domain) === domain),
      );
      return { kind: 'listed', settlements: ours.map(settlementOf) };
    },
    listItems: async ({ settlementId, settledOn, deductions }) => {
      const url = `${baseUrl}/settlement/${encodeURIComponent(settlementId)}/transactions`;
      const paid = await readPages(http, { url, query: {}, headers }, transactions);
      if (paid.kind === 'unknown') return paid;
      const items = paid.rows.map(
        ({ id, reference, amount: amountKobo, fees: feeKobo }): SettlementItem => ({
          kind: 'payment',
          reference,
          transaction: id,
          vendorReference: id,
          amountKobo,
          feeKobo,
        }),
      );
      if (deductions.kind === 'sum' && deductions.sumKobo === 0) return { kind: 'listed', items };
      const query = { from: new Date(Date.parse(settledOn) - REFUNDS_BACK_MS).toISOString() };
      const taken = await readPages(http, { url: `${baseUrl}/refund`, query, headers }, refunds);
      if (taken.kind === 'unknown') return taken;
      const deducted = taken.rows
        .filter((row) => row.settlement === settlementId)
        .map((row): SettlementItem => {
          const kind = row.dispute ? 'chargeback' : 'refund';
          const amountKobo = row.deducted_amount || row.amount;
          const transaction = row.transaction ?? null;
          return { kind, reference: null, transaction, vendorReference: row.id, amountKobo, feeKobo: addKobo() };
        });
      return { kind: 'listed', items: [...items, ...deducted] };
    },
  };
}
