/** A serial number's first four letters as hexadecimal digits, as some boxes print and report it. */
const WITH_HEX_VENDOR = /^((?:4[1-9A-F]|5[0-9A]){4})([\dA-F]{8})$/;

/**
 * A serial number as it is stored and compared: capitals and digits without separators; "48575443…"
 * is "HWTC…". Null for what is none.
 */
export function readSerial(written: string): string | null {
  const serial = written.replace(/[\s.:-]/g, '').toUpperCase();
  if (!/^[\dA-Z]{4,32}$/.test(serial)) return null;
  const [, vendor, rest] = WITH_HEX_VENDOR.exec(serial) ?? [];
  return vendor === undefined ? serial : `${Buffer.from(vendor, 'hex').toString('latin1')}${rest}`;
}

/** Twelve hexadecimal digits in lower case, however they are separated; null for anything else. */
export function readMac(written: string): string | null {
  const digits = written.replace(/[\s.:-]/g, '').toLowerCase();
  return /^[\da-f]{12}$/.test(digits) ? digits : null;
}
