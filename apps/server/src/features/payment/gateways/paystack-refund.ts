import * as z from 'zod/mini';
import type { HttpClient } from '../../../outside/http-client.ts';
import type { RefundOrder, RefundState } from './gateway.port.ts';
import { idText, readAnswer, readRefund } from './gateway-answer.ts';

const refund = z.object({ id: z.nullish(idText), status: z.string(), merchant_note: z.nullish(z.string()) });
type Refund = z.infer<typeof refund>;

const asked = z.object({ status: z.literal(true), data: refund });
const listed = z.object({ status: z.literal(true), data: z.array(refund) });

type Headers = Readonly<Record<string, string>>;

/** `needs-attention` waits for people at the vendor; it is not lost. */
function stateOf({ id, status }: Refund): RefundState {
  const kind = status === 'processed' ? 'done' : status === 'failed' ? 'failed' : 'pending';
  return { kind, rawStatus: status, refundId: id ?? null };
}

/** Kobo. The note carries our reference, by which the refund is found again. */
export async function refundAtPaystack(
  http: HttpClient,
  baseUrl: string,
  headers: Headers,
  order: RefundOrder,
): Promise<RefundState> {
  const json = {
    transaction: order.paymentReference,
    amount: order.amountKobo,
    merchant_note: `Refund ${order.reference}`,
    customer_note: `Refund ${order.reference}`,
  };
  const answer = await http.send({ method: 'POST', url: `${baseUrl}/refund`, headers, json });
  return readRefund(answer, asked, ({ data }) => stateOf(data));
}

/** Looks among the refunds of the transaction, whose number is what `gatewayReference` holds once it is paid. */
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
