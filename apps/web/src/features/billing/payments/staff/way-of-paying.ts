import { formatGateway } from '../../../../shared/format/gateway.ts';

/** How a payment came: "Paystack, card", or "Bank transfer to own number, Monnify". */
export function wayOfPaying(gateway: string, channel: string | null): string {
  if (channel === 'virtual-account') return `Bank transfer to own number, ${formatGateway(gateway)}`;
  return [formatGateway(gateway), channel].filter(Boolean).join(', ');
}
