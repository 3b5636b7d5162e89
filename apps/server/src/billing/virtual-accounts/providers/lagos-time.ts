const ISO = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?\d*(Z|[+-]\d\d:?\d\d)?$/;
const DAY_FIRST = /^(\d\d)\/(\d\d)\/(\d{4}) (\d{1,2}):(\d\d):(\d\d) (AM|PM)$/;

const LAGOS_MS = 3_600_000;

/**
 * A moment as Monnify writes it: "2021-11-17 11:28:42.615" or "17/11/2021 3:48:10 PM", without a zone, which
 * is Lagos' by our reading, or ISO 8601 with one. Null for anything else.
 */
export function lagosTimeOf(text: string): Date | null {
  const iso = ISO.exec(text);
  if (iso) {
    const [, year, month, day, hour, minute, second, fraction = '0', zone] = iso;
    const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}`;
    return zone
      ? valid(Date.parse(local + zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')))
      : valid(Date.parse(`${local}Z`) - LAGOS_MS);
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (!dayFirst) return null;
  const [, day, month, year, hour, minute, second, half] = dayFirst;
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  return valid(
    Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second)) - LAGOS_MS,
  );
}

const valid = (ms: number) => (Number.isNaN(ms) ? null : new Date(ms));
