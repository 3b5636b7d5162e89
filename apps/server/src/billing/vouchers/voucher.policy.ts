import { isVoucherPin, typedVoucherCode, voucherPinOf } from '@portal/kernel/billing/voucher-pin';

/** How a voucher was used. */
export type Via = 'web' | 'ussd' | 'sms' | 'whatsapp' | 'counter' | 'agent';

const PAYLOADS = 10_000_000_000;
/** The largest multiple of them below 2⁴⁰: numbers above would make some PINs likelier than others. */
const FAIR_BELOW = Math.floor(2 ** 40 / PAYLOADS) * PAYLOADS;

/** A PIN that nobody can guess: ten random digits, each of them as likely as any other, and their check digits. */
export function newVoucherPin(randomBytes: (size: number) => Buffer): string {
  for (;;) {
    const number = randomBytes(5).readUIntBE(0, 5);
    if (number < FAIR_BELOW) return voucherPinOf(String(number % PAYLOADS).padStart(10, '0'));
  }
}

/** As many PINs as wanted, no two of which are the same. */
export function newVoucherPins(count: number, randomBytes: (size: number) => Buffer): string[] {
  const pins = new Set<string>();
  while (pins.size < count) pins.add(newVoucherPin(randomBytes));
  return [...pins];
}

/**
 * What somebody typed, as a code to look up. Null where it cannot be one: its check digits are wrong, and
 * there are no vouchers of an earlier system, whose codes have none.
 */
export async function readCode(text: string, hasImported: () => Promise<boolean>): Promise<string | null> {
  const code = typedVoucherCode(text);
  if (isVoucherPin(code)) return code;
  return isImportedCode(code) && (await hasImported()) ? code : null;
}

/** Whether a code can be that of a voucher of an earlier system. */
function isImportedCode(code: string): boolean {
  return code.length >= 4 && code.length <= 40;
}

/** How many wrong codes are answered within an hour. */
export const WRONG_CODES = {
  /** Of one account, member of staff, telephone or, without any of them, address. */
  ofOne: 10,
  /** Of all who share an address. */
  ofAddress: 60,
  /** Of everybody. */
  ofAll: 300,
  /** Beyond the last two, of one who has not been wrong before: a right code is still taken at once. */
  whileSlowed: 1,
} as const;
