import * as z from 'zod/mini';
import type { HttpClient, OutsideAnswer } from '../../../outside/http-client.ts';
import type { ChargeAnswer, PaidCard, SavedCards } from './gateway.port.ts';
import { isRepeatRefusal, monthOf, readAnswer, refusalReason } from './gateway-answer.ts';

/** Empty on an unpaid transaction. */
export const paystackAuthorization = z.object({
  authorization_code: z.nullish(z.string()),
  last4: z.nullish(z.string()),
  exp_month: z.nullish(z.coerce.string()),
  exp_year: z.nullish(z.coerce.string()),
  channel: z.nullish(z.string()),
  brand: z.nullish(z.string()),
  reusable: z.nullish(z.boolean()),
  signature: z.nullish(z.string()),
});

const charged = z.object({
  status: z.literal(true),
  data: z.object({
    paused: z.nullish(z.boolean()),
    authorization_url: z.nullish(z.string()),
    access_code: z.nullish(z.string()),
  }),
});

/** The card of a transaction; null where it was paid otherwise. */
export function paystackCard(authorization: z.infer<typeof paystackAuthorization> | null | undefined): PaidCard | null {
  if (authorization?.channel !== 'card') return null;
  const { authorization_code: token, last4, exp_month: month, exp_year: year, brand, signature } = authorization;
  return {
    token: authorization.reusable === true ? (token ?? null) : null,
    brand: brand ?? null,
    lastFour: last4 ?? null,
    expiry: month && year ? monthOf(year, month) : null,
    signature: signature ?? null,
  };
}

/** HTTP 200 says only that the charge was tried, also where the card was declined. */
function readCharge(answer: OutsideAnswer): ChargeAnswer {
  if (answer.kind === 'not-sent') return { kind: 'not-sent', reason: answer.reason };
  const refused = refusalReason(answer);
  // A reference that it knows already is one of ours that it has heard: only asking tells what became of it.
  if (refused !== null) return isRepeatRefusal(refused) ? { kind: 'attempted' } : { kind: 'refused', reason: refused };
  const reading = readAnswer(answer, charged);
  if (reading.kind === 'unread') return { kind: 'unknown', reason: reading.reason };
  const { paused, authorization_url: url, access_code: code } = reading.body.data;
  return paused && url ? { kind: 'confirmation', url, gatewayReference: code ?? null } : { kind: 'attempted' };
}

/** Charges a saved authorisation, in kobo (https://paystack.com/docs/payments/recurring-charges). */
export function paystackSavedCards(
  http: HttpClient,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): SavedCards {
  return {
    charge: async ({ reference, amountKobo, token, email, description }) =>
      readCharge(
        await http.send({
          method: 'POST',
          url: `${baseUrl}/transaction/charge_authorization`,
          headers,
          json: {
            ...{ email, amount: amountKobo, currency: 'NGN', reference, authorization_code: token },
            metadata: JSON.stringify({ description }),
          },
        }),
      ),
    forget: async (token) => {
      const url = `${baseUrl}/customer/authorization/deactivate`;
      const answer = await http.send({ method: 'POST', url, headers, json: { authorization_code: token } });
      return answer.kind === 'answered' && answer.status < 300;
    },
  };
}
