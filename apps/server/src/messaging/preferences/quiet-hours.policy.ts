import { startOfLagosDay } from '@portal/kernel/calendar';

/**
 * Minutes after midnight in Lagos. They may span midnight; there are none when `from` and `until`
 * are equal.
 */
export type QuietHours = { readonly fromMinute: number; readonly untilMinute: number };

/** Whether promotions have to wait at a moment. */
export type IsQuiet = (at: Date) => boolean;

/** Whether a moment is in the quiet hours: `from` is included, `until` is not. */
export function isQuietAt({ fromMinute, untilMinute }: QuietHours, at: Date): boolean {
  const minute = Math.floor((at.getTime() - startOfLagosDay(at).getTime()) / 60_000);
  if (fromMinute <= untilMinute) return minute >= fromMinute && minute < untilMinute;
  return minute >= fromMinute || minute < untilMinute;
}
