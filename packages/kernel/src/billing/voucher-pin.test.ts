import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupedVoucherPin,
  isVoucherPin,
  typedVoucherCode,
  typedVoucherSerial,
  voucherFragment,
  voucherPinOf,
  voucherSerial,
} from './voucher-pin.ts';

const payload = fc.integer({ min: 0, max: 9_999_999_999 }).map((number) => String(number).padStart(10, '0'));
const replaced = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + by.length);

describe('the check digits of a PIN', () => {
  it('find every single wrong digit', () => {
    fc.assert(
      fc.property(payload, (digits) => {
        const pin = voucherPinOf(digits);
        expect(isVoucherPin(pin)).toBe(true);
        for (const at of pin.split('').keys()) {
          for (const digit of '0123456789') {
            if (digit !== pin[at]) expect(isVoucherPin(replaced(pin, at, digit))).toBe(false);
          }
        }
      }),
    );
  });

  it('find every two neighbours that were swapped', () => {
    fc.assert(
      fc.property(payload, fc.integer({ min: 0, max: 10 }), (digits, at) => {
        const pin = voucherPinOf(digits);
        const swapped = replaced(pin, at, `${pin[at + 1]}${pin[at]}`);
        expect(isVoucherPin(swapped)).toBe(swapped === pin);
      }),
    );
  });

  it('are those of ISO 7064 MOD 97-10', () => {
    expect(voucherPinOf('0000000794')).toBe('000000079444');
    expect(isVoucherPin('79444')).toBe(false);
    expect(() => voucherPinOf('12345')).toThrow(RangeError);
  });
});

describe('what somebody types', () => {
  it('is the PIN whatever stands between its digits', () => {
    const pin = voucherPinOf('1234567890');
    for (const text of [
      groupedVoucherPin(pin),
      ` ${pin}\n`,
      pin.replace(/(\d{4})/g, '$1-'),
      [...pin].join('.'),
      [...pin].join('\u00a0'),
      [...pin].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
      [...pin].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
      `https://portal.test/payment${voucherFragment(pin)}`,
    ]) {
      expect(typedVoucherCode(text), text).toBe(pin);
    }
    expect(typedVoucherCode('🎉')).toBe('');
    expect(typedVoucherCode('ab-12 c')).toBe('AB12C');
  });

  it('is a serial number with or without its zeros', () => {
    expect(voucherSerial(7, 42)).toBe('0007-00042');
    for (const text of ['0007-00042', '7-42', ' 0007–00042 ', '7/42', '7 42']) {
      expect(typedVoucherSerial(text), text).toEqual({ batch: 7, index: 42 });
    }
    for (const text of ['7', '', 'x-1', '0-1', '7-0', '99999999999-1']) expect(typedVoucherSerial(text)).toBeNull();
  });
});
