/**
 * The attributes of one RADIUS packet as FreeRADIUS' rlm_rest writes them:
 * `{"User-Name":{"type":"string","value":["…"]}}`. The first value of a repeated attribute is used.
 * A missing attribute, or one of another type, is null.
 */
export type RadiusAttributes = {
  readonly text: (name: string) => string | null;
  /**
   * A whole number from 0 to 2^53, given as a number or as digits: 64-bit counters arrive as text.
   */
  readonly whole: (name: string) => number | null;
  readonly moment: (name: string) => Date | null;
};

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const UNSTORABLE = /\p{Cc}/gu;
const PLAIN = /^[ -~]*$/;

/**
 * rlm_rest escapes text byte by byte, so that "é" arrives as the two characters of its two bytes.
 * Control characters and halves of surrogate pairs are dropped.
 */
function readText(value: string): string {
  if (PLAIN.test(value)) return value;
  const codes = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
  const isBytes = codes.every((code) => code < 0x100) && codes.some((code) => code >= 0x80);
  try {
    const text = isBytes ? UTF8.decode(Uint8Array.from(codes)) : value;
    return text.toWellFormed().replace(UNSTORABLE, '');
  } catch {
    return value.replace(UNSTORABLE, '');
  }
}

function readWhole(value: unknown): number | null {
  if (typeof value === 'string' && !/^\d{1,20}$/.test(value)) return null;
  const whole = typeof value === 'string' ? Number(value) : value;
  return typeof whole === 'number' && Number.isSafeInteger(whole) && whole >= 0 ? whole : null;
}

/** Hours ahead of UTC of the zone names that a RADIUS server in Nigeria appends to its times. */
const ZONES: Readonly<Record<string, number>> = { UTC: 0, GMT: 0, WAT: 1 };
const WRITTEN_DATE = /^([A-Z][a-z]{2} +\d{1,2} \d{4} \d{2}:\d{2}:\d{2}) ([A-Z]{3})$/;

/** "Nov 21 2025 01:50:00 UTC", or seconds since 1970. */
function readMoment(value: unknown): Date | null {
  const seconds = readWhole(value);
  if (seconds !== null) return seconds < 2 ** 33 ? new Date(seconds * 1000) : null;
  const [, local, zone = ''] = typeof value === 'string' ? (WRITTEN_DATE.exec(value) ?? []) : [];
  const ahead = ZONES[zone];
  if (local === undefined || ahead === undefined) return null;
  const at = new Date(Date.parse(`${local} UTC`) - ahead * 3_600_000);
  return Number.isNaN(at.getTime()) ? null : at;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses the body of a call from rlm_rest; null when it is not a list of attributes. */
export function readRadiusAttributes(body: unknown): RadiusAttributes | null {
  if (!isObject(body)) return null;
  const first = (name: string): unknown => {
    const attribute = Object.hasOwn(body, name) ? body[name] : undefined;
    const value = isObject(attribute) ? attribute.value : attribute;
    return Array.isArray(value) ? value[0] : value;
  };
  return {
    text: (name) => {
      const value = first(name);
      if (typeof value === 'number') return String(value);
      return typeof value === 'string' ? readText(value) : null;
    },
    whole: (name) => readWhole(first(name)),
    moment: (name) => readMoment(first(name)),
  };
}
