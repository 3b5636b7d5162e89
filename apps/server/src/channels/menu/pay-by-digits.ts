import { voucherText } from './menu.policy.ts';
import type { Say } from './menu-screens.ts';
import type { CallerAccount, MenuServices } from './menu-services.port.ts';

const PIN_DIGITS = 12;
const ACCOUNT_DIGITS = 10;

/**
 * Pays by the voucher whose PIN was written in one message, for the sender's first account or for the one
 * whose number follows the PIN. Returns what is answered.
 */
export async function payByDigits(
  { say, services }: { readonly say: Say; readonly services: MenuServices },
  own: readonly CallerAccount[],
  digits: string,
): Promise<string> {
  if (!services.redeemVoucher) return say('smsHelpWithoutVouchers');
  const [pin, accountNumber] = [digits.slice(0, PIN_DIGITS), digits.slice(PIN_DIGITS)];
  if (pin.length !== PIN_DIGITS) return say('smsPayForm');
  if (accountNumber !== '' && accountNumber.length !== ACCOUNT_DIGITS) return say('tenDigits');
  const [first] = own;
  if (accountNumber === '' && !first) return say('smsUnknownNumber');
  const payee =
    accountNumber === '' && first ? { kind: 'found' as const, ...first } : await services.findPayee(accountNumber);
  if (payee.kind === 'wait') return say('tooManyTries', { minutes: String(payee.minutes) });
  if (payee.kind === 'unknown') return say('noSuchAccount');
  return voucherText(say, await services.redeemVoucher({ pin, accountId: payee.accountId }), payee.number);
}
