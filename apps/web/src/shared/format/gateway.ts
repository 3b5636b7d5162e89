import { phrase } from '../i18n/translate.ts';

const NAMES: Record<string, string> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  quickteller: 'Quickteller',
  credit: phrase('Account credit'),
};

/**
 * A gateway as people write it; account credit is to be translated. What is not known starts with a
 * capital.
 */
export function formatGateway(gateway: string): string {
  return NAMES[gateway] ?? gateway.charAt(0).toUpperCase() + gateway.slice(1);
}
