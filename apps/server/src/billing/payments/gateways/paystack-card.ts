import * as z from 'zod/mini';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type { PaidCard, SavedCards } from './gateway.port.ts';
import { cardFingerprint, monthOf, readCharge } from './gateway-answer.ts';

/** Empty on an unpaid transaction. */
export const paystackAuthorization = z.object({
  authorization_code: z.nullish(z.string()),
  bin: z.nullish(z.string()),
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
  const { authorization_code: token, bin, last4, exp_month: month, exp_year: year, brand, signature } = authorization;
  const expiry = month && year ? monthOf(year, month) : null;
  return {
    token: authorization.reusable === true ? (token ?? null) : null,
    brand: brand ?? null,
    lastFour: last4 ?? null,
    expiry,
    signature: signature ?? null,
    fingerprint: cardFingerprint(bin ?? null, last4 ?? null, expiry),
  };
}

function confirmationOf({ data }: z.infer<typeof charged>) {
  const { paused, authorization_url: url, access_code: code } = data;
  return paused && url ? { url, gatewayReference: code ?? null } : null;
}

/**
 * Charges a saved authorisation, in kobo (https://paystack.com/docs/payments/recurring-charges).
 */
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
            email,
            amount: amountKobo,
            currency: 'NGN',
            reference,
            authorization_code: token,
            metadata: JSON.stringify({ description }),
          },
        }),
        charged,
        confirmationOf,
      ),
    forget: async (token) => {
      const url = `${baseUrl}/customer/authorization/deactivate`;
      const answer = await http.send({ method: 'POST', url, headers, json: { authorization_code: token } });
      return answer.kind === 'answered' && answer.status < 300;
    },
  };
}
