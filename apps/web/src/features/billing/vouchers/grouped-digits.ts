import { groupedVoucherPin, typedVoucherCode } from '@portal/kernel/billing/voucher-pin';

/** What is typed, in groups of four while it is digits alone: so it is printed on the voucher. */
export function groupedDigits(typed: string): string {
  return /^[\d\s-]*$/.test(typed) ? groupedVoucherPin(typedVoucherCode(typed)) : typed;
}
