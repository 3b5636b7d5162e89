import * as z from 'zod/mini';
import type { OutsideAnswer, OutsideRequest } from '../../../platform/outside/http-client.ts';
import type { RefundOrder, RefundState } from './gateway.port.ts';
import { idText, readRefund } from './gateway-answer.ts';

const APPROVED = '00';

const paidWebhook = z.object({
  data: z.object({ paymentId: idText, responseCode: z.string(), merchantReference: z.nullish(z.string()) }),
});

const asked = z.object({ id: z.nullish(idText), responseCode: z.nullish(z.string()), status: z.nullish(z.string()) });

/** Interswitch identifies the payment to refund by a number that only its webhooks contain. */
function findPaymentId({ webhooks, paymentReference }: RefundOrder): string | null {
  for (const body of webhooks) {
    const webhook = z.safeParse(paidWebhook, body);
    if (!webhook.success) continue;
    const { paymentId, responseCode, merchantReference } = webhook.data.data;
    if (responseCode === APPROVED && merchantReference === paymentReference) return paymentId;
  }
  return null;
}

/**
 * Kobo. Interswitch reports nothing more about a refund that it has accepted, so accepted counts as
 * done. Our refund reference counts once there: repeating the request also shows whether it was
 * received.
 */
export async function refundAtQuickteller(
  send: (request: OutsideRequest) => Promise<OutsideAnswer>,
  baseUrl: string,
  order: RefundOrder,
): Promise<RefundState> {
  const parentPaymentId = findPaymentId(order);
  if (parentPaymentId === null) {
    return { kind: 'refused', reason: 'Quickteller has sent no webhook with the number of this payment' };
  }
  const answer = await send({
    method: 'POST',
    url: `${baseUrl}/paymentgateway/api/v1/refunds`,
    json: {
      refundReference: order.reference,
      parentPaymentId: Number(parentPaymentId),
      refundType: 'FULL',
      refundAmount: order.amountKobo,
    },
  });
  return readRefund(answer, asked, ({ id, responseCode, status }) =>
    responseCode === APPROVED
      ? { kind: 'done', rawStatus: status ?? APPROVED, refundId: id ?? null }
      : { kind: 'unknown', reason: `response code ${responseCode ?? 'missing'}` },
  );
}

const spokenRefusal = z.object({ error: z.object({ message: z.string() }) });

/** The same call with the same reference; "used before" means that the refund was accepted. */
export async function findQuicktellerRefund(
  send: (request: OutsideRequest) => Promise<OutsideAnswer>,
  baseUrl: string,
  order: RefundOrder,
): Promise<RefundState> {
  let wasUsed = false;
  const state = await refundAtQuickteller(
    async (request) => {
      const answer = await send(request);
      const spoken = answer.kind === 'answered' ? z.safeParse(spokenRefusal, answer.body) : null;
      wasUsed = spoken?.success === true && /used before|duplicate/i.test(spoken.data.error.message);
      return answer;
    },
    baseUrl,
    order,
  );
  if (state.kind === 'refused' && wasUsed) return { kind: 'done', rawStatus: 'taken before', refundId: null };
  return state;
}
