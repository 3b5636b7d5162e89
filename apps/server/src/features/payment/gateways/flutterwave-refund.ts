import { nairaFromKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { HttpClient } from '../../../outside/http-client.ts';
import type { RefundOrder, RefundState } from './gateway.port.ts';
import { idText, readAnswer, readRefund } from './gateway-answer.ts';

const refund = z.object({
  id: z.nullish(idText),
  tx_id: z.nullish(idText),
  status: z.string(),
  comments: z.nullish(z.string()),
});
type Refund = z.infer<typeof refund>;

const asked = z.object({ status: z.literal('success'), data: refund });
const listed = z.object({ status: z.literal('success'), data: z.array(refund) });

type Headers = Readonly<Record<string, string>>;

/** "completed", "completed-mpgs", "completed-offline" … */
function stateOf({ id, status }: Refund): RefundState {
  const kind = status.startsWith('completed') ? 'done' : status === 'failed' ? 'failed' : 'pending';
  return { kind, rawStatus: status, refundId: id ?? null };
}

/** Naira, by the number of the transaction; the comment carries our reference, by which the refund is found again. */
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

/** Looks among the vendor's refunds for the one that was asked for. */
export async function findFlutterwaveRefund(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  order: RefundOrder & { readonly refundId: string | null },
): Promise<RefundState> {
  const reading = readAnswer(await http.send({ method: 'GET', url: `${baseUrl}/refunds`, headers }), listed);
  if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
  const ours = reading.body.data.find(
    ({ id, comments }) => (order.refundId !== null && id === order.refundId) || comments?.includes(order.reference),
  );
  return ours ? stateOf(ours) : { kind: 'absent' };
}
