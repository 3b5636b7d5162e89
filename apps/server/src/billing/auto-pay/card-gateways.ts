import type { Gateway } from '../payments/gateways/gateway.port.ts';

/** A gateway that can charge saved cards, and bank accounts where it has mandates. */
export type CardGateway = Pick<Gateway, 'id' | 'name' | 'largestKobo'> &
  NonNullable<Gateway['savedCards']> & { readonly hasMandates: boolean };

/** The configured gateways that can charge saved cards. */
export function cardGateways(gateways: readonly Gateway[]): CardGateway[] {
  return gateways.flatMap(({ id, name, largestKobo, savedCards, directDebit }) => {
    return savedCards ? [{ id, name, largestKobo, ...savedCards, hasMandates: Boolean(directDebit) }] : [];
  });
}

/** The gateway that charges a saved method; undefined where none is configured for it any more. */
export function gatewayOf(
  gateways: readonly CardGateway[],
  { provider, kind }: { readonly provider: string; readonly kind: 'card' | 'mandate' },
): CardGateway | undefined {
  return gateways.find(({ id, hasMandates }) => id === provider && (kind === 'card' || hasMandates));
}
