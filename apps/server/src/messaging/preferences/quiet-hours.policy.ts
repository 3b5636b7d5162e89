import { startOfLagosDay } from '@portal/kernel/calendar';

/** Minutes after midnight in Lagos. They may reach over midnight; from and until the same minute there are none. */
export type QuietHours = { readonly fromMinute: number; readonly untilMinute: number };

/** Whether promotions rest at a moment. */
export type IsQuiet = (at: Date) => boolean;

/** Whether a moment lies in the quiet hours: its first minute does, the one after its last does not. */
export function isQuietAt({ fromMinute, untilMinute }: QuietHours, at: Date): boolean {
  const minute = Math.floor((at.getTime() - startOfLagosDay(at).getTime()) / 60_000);
  if (fromMinute <= untilMinute) return minute >= fromMinute && minute < untilMinute;
  return minute >= fromMinute || minute < untilMinute;
}
