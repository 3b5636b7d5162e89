import { isAccountNumber } from '@portal/kernel/account-number';
import { emailKey, nigerianMobile } from '../../identity/index.ts';

/** What somebody has typed to say for whom they pay; null in every field that it cannot be. */
export type Named = { readonly number: string | null; readonly phone: string | null; readonly email: string | null };

/** Reads an account number, a telephone number or a mailbox; ten digits may be one of the first two. */
export function readNamed(text: string): Named {
  const isNumber = isAccountNumber(text);
  return {
    number: isNumber ? text.replaceAll(' ', '') : null,
    phone: nigerianMobile(text),
    email: text.includes('@') ? emailKey(text) : null,
  };
}

/** The same for every spelling of it, to count how often it is looked up. */
export function countedAs(text: string): string {
  const { number, phone, email } = readNamed(text);
  return number ?? phone ?? email ?? text.toLowerCase();
}
