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

/** The channel of money that came to an account number of the customer's own. */
const OWN_NUMBER = 'virtual-account';

/**
 * The display name of a gateway, or of a bank transfer that came through it; this, account credit and the
 * counter’s ways are to be translated. An unknown one is capitalised.
 */
export function formatGateway(gateway: string, channel?: string | null): string {
  if (channel === OWN_NUMBER) return phrase('Bank transfer');
  return NAMES[gateway] ?? gateway.charAt(0).toUpperCase() + gateway.slice(1);
}
