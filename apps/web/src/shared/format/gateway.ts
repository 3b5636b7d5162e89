import { phrase } from '../i18n/translate.ts';

const NAMES: Record<string, string> = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  quickteller: 'Quickteller',
  credit: phrase('Account credit'),
  cash: phrase('Cash'),
  pos: phrase('POS'),
  deposit: phrase('Bank deposit'),
  voucher: phrase('Voucher'),
  agent: phrase('Agent'),
};

/**
 * The display name of a gateway; account credit and the counter’s ways are to be translated. An unknown one is capitalised.
 */
export function formatGateway(gateway: string): string {
  return NAMES[gateway] ?? gateway.charAt(0).toUpperCase() + gateway.slice(1);
}
