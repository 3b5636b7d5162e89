type DateOrder = 'day-first' | 'month-first';

const TIME = String.raw`(?:,?[T ]\s*(?<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?<half>[ap]\.?m\.?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?`;
const SEPARATOR = String.raw`\s*[-/. ]\s*`;
const forms = (...dates: string[]) => dates.map((date) => new RegExp(`^${date}${TIME}$`, 'i'));
const [YEAR_FIRST, NUMBERS, DAY_AND_NAME, NAME_AND_DAY] = forms(
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`(?<one>\d{1,2})[/.-](?<two>\d{1,2})[/.-](?<year>\d{4}|\d{2})`,
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?${SEPARATOR}(?<name>[a-z]{3,9})\.?,?${SEPARATOR}(?<year>\d{4}|\d{2})`,
  String.raw`(?<name>[a-z]{3,9})\.?${SEPARATOR}(?<day>\d{1,2})(?:st|nd|rd|th)?,?${SEPARATOR}(?<year>\d{4})`,
) as [RegExp, RegExp, RegExp, RegExp];
/** The days since the end of 1899 by which spreadsheets count, from 1990 to 2100. */
const SERIAL = /^(?:3[2-9]|[4-6]\d|7[0-3])\d{3}(?:\.\d+)?$/;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

function monthOf(name: string): number {
  const written = name.toLowerCase().replace(/^sept$/, 'sep');
  return MONTHS.findIndex((month) => month === written || month.slice(0, 3) === written) + 1;
}

type Parts = Readonly<Record<string, string | undefined>>;

function partsOf(cell: string, order: DateOrder): Parts | null {
  const numbers = NUMBERS.exec(cell)?.groups;
  if (numbers) {
    const { one, two } = numbers;
    return { ...numbers, ...(order === 'day-first' ? { day: one, month: two } : { day: two, month: one }) };
  }
  const named = (DAY_AND_NAME.exec(cell) ?? NAME_AND_DAY.exec(cell))?.groups;
  if (named) return { ...named, month: String(monthOf(named['name'] ?? '')) };
  return YEAR_FIRST.exec(cell)?.groups ?? null;
}

const pad = (number: number | string) => String(number).padStart(2, '0');

/** hh:mm:ss, the empty text without a time; null for none of the day. */
function timeText({ time, half }: Parts): string | null {
  if (time === undefined) return '';
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  if (minute > 59 || second >= 60 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return null;
  const isAfternoon = half?.toLowerCase().startsWith('p') === true;
  const hours = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  return `${pad(hours)}:${pad(minute)}:${pad(Math.floor(second))}`;
}

/**
 * A date as people and spreadsheets write it, as `2026-11-30`, `2026-11-30 09:30:00` or the latter with
 * its zone: 2026-11-30, 30/11/2026, 30.11.26, 30-Nov-2026, Nov 30, 2026, 11/30/2026 9:30 AM, and the
 * 46356 by which spreadsheets count. Two digits of a year are of this century. Null for anything else.
 */
export function dateText(cell: string, order: DateOrder): string | null {
  if (SERIAL.test(cell)) {
    const at = new Date(SERIAL_EPOCH + Math.round(Number(cell) * 86_400) * 1000).toISOString();
    return Number.isInteger(Number(cell)) ? at.slice(0, 10) : at.slice(0, 19).replace('T', ' ');
  }
  const parts = partsOf(cell, order);
  const time = parts && timeText(parts);
  if (!parts || time === null) return null;
  const { year: written = '', month, day, zone = '' } = parts;
  const year = Number(written.length === 2 ? `20${written}` : written);
  const midnight = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
  if (midnight.getUTCDate() !== Number(day) || midnight.getUTCMonth() + 1 !== Number(month)) return null;
  if (year < 1990 || year > 2100) return null;
  return `${year}-${pad(month ?? '')}-${pad(day ?? '')}${time && ` ${time}${zone.toUpperCase()}`}`;
}
