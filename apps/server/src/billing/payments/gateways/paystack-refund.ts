import * as z from 'zod/mini';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type { ListedRefund, RefundList, RefundOrder, RefundState } from './gateway.port.ts';
import { idText, koboAmount, readAnswer, readRefund } from './gateway-answer.ts';

const refund = z.object({ id: z.nullish(idText), status: z.string(), merchant_note: z.nullish(z.string()) });
type Refund = z.infer<typeof refund>;

const asked = z.object({ status: z.literal(true), data: refund });
const listed = z.object({ status: z.literal(true), data: z.array(refund) });

const page = z.object({
  status: z.literal(true),
  data: z.array(z.object({ id: idText, transaction: idText, amount: koboAmount, status: z.string() })),
  meta: z.nullish(z.object({ pageCount: z.nullish(z.number()) })),
});

const PER_PAGE = 100;
const MAX_PAGES = 100;

type Headers = Readonly<Record<string, string>>;

/** `needs-attention` waits for staff of the vendor; it is not lost. */
function stateOf({ id, status }: Refund): RefundState {
  const kind = status === 'processed' ? 'done' : status === 'failed' ? 'failed' : 'pending';
  return { kind, rawStatus: status, refundId: id ?? null };
}

/** Kobo. The note contains our reference, by which the refund is found again. */
export async function refundAtPaystack(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  order: RefundOrder,
): Promise<RefundState> {
  const json = {
    transaction: order.gatewayReference ?? order.paymentReference,
    amount: order.amountKobo,
    merchant_note: `Refund ${order.reference}`,
    customer_note: `Refund ${order.reference}`,
  };
  const answer = await http.send({ method: 'POST', url: `${baseUrl}/refund`, headers, json });
  return readRefund(answer, asked, ({ data }) => stateOf(data));
}

/**
 * Looks among the refunds of the transaction, whose id is in `gatewayReference` once it is paid.
 */
export async function findPaystackRefund(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  order: RefundOrder & { readonly refundId: string | null },
): Promise<RefundState> {
  const transaction = order.gatewayReference ?? order.paymentReference;
  const url = `${baseUrl}/refund?${new URLSearchParams({ transaction })}`;
  const reading = readAnswer(await http.send({ method: 'GET', url, headers }), listed);
  if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
  const ours = reading.body.data.find(
    ({ id, merchant_note: note }) =>
      (order.refundId !== null && id === order.refundId) || note?.includes(order.reference),
  );
  return ours ? stateOf(ours) : { kind: 'absent' };
}

/** Of one transaction all of them, otherwise those since `since`. Read to the last page. */
export async function listPaystackRefunds(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  { since, transaction }: { readonly since: Date; readonly transaction: string | null },
): Promise<RefundList> {
  const refunds: ListedRefund[] = [];
  const which = transaction === null ? { from: since.toISOString() } : { transaction };
  for (let number = 1; number <= MAX_PAGES; number++) {
    const query = new URLSearchParams({ ...which, perPage: String(PER_PAGE), page: String(number) });
    const answer = await http.send({ method: 'GET', url: `${baseUrl}/refund?${query}`, headers });
    const reading = readAnswer(answer, page);
    if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
    const { data, meta } = reading.body;
    for (const { id: refundId, transaction, amount: amountKobo, status } of data) {
      refunds.push({ refundId, transaction, amountKobo, hasFailed: status === 'failed' });
    }
    if (data.length < PER_PAGE || number === meta?.pageCount) break;
  }
  return { kind: 'listed', refunds };
}
