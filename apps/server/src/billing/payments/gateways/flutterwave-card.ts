import { nairaFromKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import type { PaidCard, SavedCards } from './gateway.port.ts';
import { cardFingerprint, monthOf, readCharge } from './gateway-answer.ts';

export const flutterwaveCardForm = z.object({
  first_6digits: z.nullish(z.string()),
  last_4digits: z.nullish(z.string()),
  type: z.nullish(z.string()),
  /** "09/32". */
  expiry: z.nullish(z.string()),
  token: z.nullish(z.string()),
});

const charged = z.object({
  status: z.literal('success'),
  data: z.object({ auth_url: z.nullish(z.string()) }),
  meta: z.nullish(z.object({ authorization: z.nullish(z.object({ redirect: z.nullish(z.string()) })) })),
});

/**
 * The card of a transaction. There is no signature: two cards of one bank with the same last digits
 * and expiry are one in 600,000.
 */
export function flutterwaveCard(card: z.infer<typeof flutterwaveCardForm> | null | undefined): PaidCard | null {
  if (!card) return null;
  const { first_6digits: first, last_4digits: last, type, expiry, token } = card;
  const [month = '', year = ''] = (expiry ?? '').split('/');
  return {
    token: token ?? null,
    brand: type ?? null,
    lastFour: last ?? null,
    expiry: monthOf(`20${year}`, month),
    signature: first && last && expiry ? `${first}:${last}:${expiry}` : null,
    fingerprint: cardFingerprint(first ?? null, last ?? null, monthOf(`20${year}`, month)),
  };
}

function confirmationOf({ meta, data }: z.infer<typeof charged>) {
  const url = meta?.authorization?.redirect ?? data.auth_url;
  return url && URL.canParse(url) ? { url, gatewayReference: null } : null;
}

/**
 * Charges a card's token, in naira (https://developer.flutterwave.com/v3.0/docs/tokenization). The
 * API cannot delete a token.
 */
export function flutterwaveSavedCards(
  http: HttpClient,
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): SavedCards {
  return {
    charge: async ({ reference, amountKobo, token, email, description }) =>
      readCharge(
        await http.send({
          method: 'POST',
          url: `${baseUrl}/tokenized-charges`,
          headers,
          json: {
            token,
            email,
            currency: 'NGN',
            country: 'NG',
            amount: nairaFromKobo(amountKobo),
            tx_ref: reference,
            narration: description,
          },
        }),
        charged,
        confirmationOf,
      ),
    forget: async () => true,
  };
}
