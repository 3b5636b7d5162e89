import { nairaFromKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type { ListedRefund, RefundList, RefundOrder, RefundState } from './gateway.port.ts';
import { idText, nairaAmount, readAnswer, readRefund } from './gateway-answer.ts';

const refund = z.object({
  id: z.nullish(idText),
  tx_id: z.nullish(idText),
  status: z.string(),
  comments: z.nullish(z.string()),
  // Its name in some of the vendor's lists.
  comment: z.nullish(z.string()),
});
type Refund = z.infer<typeof refund>;

const asked = z.object({ status: z.literal('success'), data: refund });
const meta = z.nullish(z.object({ page_info: z.nullish(z.object({ total_pages: z.nullish(z.number()) })) }));
const listed = z.object({ status: z.literal('success'), meta, data: z.array(refund) });
const summed = z.object({
  status: z.literal('success'),
  meta,
  data: z.array(z.object({ id: idText, tx_id: z.nullish(idText), amount_refunded: nairaAmount, status: z.string() })),
});

const DAY_MS = 24 * 3_600_000;
const MAX_PAGES = 200;

type Headers = Readonly<Record<string, string>>;

/** "completed", "completed-mpgs", "completed-offline" … */
function stateOf({ id, status }: Refund): RefundState {
  const kind = status.startsWith('completed') ? 'done' : status === 'failed' ? 'failed' : 'pending';
  return { kind, rawStatus: status, refundId: id ?? null };
}

/**
 * Naira, by the id of the transaction; the comment contains our reference, by which the refund is
 * found again.
 */
export async function refundAtFlutterwave(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  order: RefundOrder,
): Promise<RefundState> {
  if (order.gatewayReference === null) return { kind: 'refused', reason: 'the number of the transaction is not known' };
  const url = `${baseUrl}/transactions/${encodeURIComponent(order.gatewayReference)}/refund`;
  const json = { amount: nairaFromKobo(order.amountKobo), comments: `Refund ${order.reference}` };
  return readRefund(await http.send({ method: 'POST', url, headers, json }), asked, ({ data }) => stateOf(data));
}

/**
 * By its own id where that is known; else by our reference, among all refunds since the day before
 * it was requested, to the last page.
 */
export async function findFlutterwaveRefund(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  order: RefundOrder & { readonly refundId: string | null; readonly askedAt: Date },
): Promise<RefundState> {
  const ask = (path: string) => http.send({ method: 'GET', url: `${baseUrl}${path}`, headers });
  if (order.refundId !== null) {
    const reading = readAnswer(await ask(`/refunds/${encodeURIComponent(order.refundId)}`), asked);
    return reading.kind === 'read' ? stateOf(reading.body.data) : { kind: 'unknown', reason: reading.reason };
  }
  const from = new Date(order.askedAt.getTime() - DAY_MS).toISOString().slice(0, 10);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const reading = readAnswer(await ask(`/refunds?${new URLSearchParams({ from, page: String(page) })}`), listed);
    if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
    const ours = reading.body.data.find((row) => (row.comments ?? row.comment)?.includes(order.reference));
    if (ours) return stateOf(ours);
    if (page >= (reading.body.meta?.page_info?.total_pages ?? 1)) break;
  }
  return { kind: 'absent' };
}

/** Among all refunds since the day of `since`, to the last page. */
export async function listFlutterwaveRefunds(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  { since, transaction }: { readonly since: Date; readonly transaction: string | null },
): Promise<RefundList> {
  const refunds: ListedRefund[] = [];
  const from = since.toISOString().slice(0, 10);
  for (let page = 1; page <= MAX_PAGES; page++) {
    const url = `${baseUrl}/refunds?${new URLSearchParams({ from, page: String(page) })}`;
    const reading = readAnswer(await http.send({ method: 'GET', url, headers }), summed);
    if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
    for (const { id: refundId, tx_id: of, amount_refunded: amountKobo, status } of reading.body.data) {
      if (!of || (transaction !== null && of !== transaction)) continue;
      refunds.push({ refundId, transaction: of, amountKobo, hasFailed: status === 'failed' });
    }
    if (page >= (reading.body.meta?.page_info?.total_pages ?? 1)) break;
  }
  return { kind: 'listed', refunds };
}
