const NAMES: Record<string, string> = { paystack: 'Paystack', flutterwave: 'Flutterwave', quickteller: 'Quickteller' };

/** A gateway as people write it. What is not a gateway, such as account credit, starts with a capital. */
export function formatGateway(gateway: string): string {
  return NAMES[gateway] ?? gateway.charAt(0).toUpperCase() + gateway.slice(1);
}
