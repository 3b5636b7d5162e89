import { useXAxisScale, useYAxisScale, type XAxisTickContentProps } from 'recharts';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { CHART_AXIS_TEXT } from '../../../../shared/ui/chart/chart-settings.ts';
import { ChartTooltip } from '../../../../shared/ui/chart/chart-tooltip.tsx';
import { exactSize, formatSize } from '../data-size.ts';
import type { DayTotal } from '../usage-day.ts';
import { UsageBarChart } from './usage-bar-chart.tsx';
import { PastMonthBar } from './usage-bars.tsx';

/** Data used day by day as bars; `days` are all days of one month. */
export function DailyUsageChart({ days }: { days: readonly DayTotal[] }) {
  const t = useText();
  return (
    <UsageBarChart
      label={t('Usage by day. Use the arrow keys to go from day to day.')}
      rows={days}
      place="day"
      amount="total"
      heights={days.map(({ total }) => ({ dataUsed: total, dataLimit: null }))}
      widestBar={28}
      rightMargin={8}
      drawTick={(tick) => <DayTick tick={tick} />}
      drawBar={(bar) => <PastMonthBar bar={bar} />}
      drawTip={(index) => <DayTip days={days} index={index} />}
    />
  );
}

/** The first of the month and every fifth day: more do not fit on a phone. */
function DayTick({ tick }: { tick: XAxisTickContentProps }) {
  const day = tick.index + 1;
  if (day > 1 && day % 5 !== 0) return null;
  return (
    <text x={tick.x} y={tick.y} dy={14} textAnchor="middle" {...CHART_AXIS_TEXT}>
      {day}
    </text>
  );
}

function DayTip({ days, index }: { days: readonly DayTotal[]; index: number }) {
  const t = useText();
  const [across, up] = [useXAxisScale(), useYAxisScale()];
  const day = days[index];
  if (!day || !across || !up) return null;
  const [down, sent] = [formatSize(exactSize(day.downloaded)), formatSize(exactSize(day.uploaded))];
  return (
    <ChartTooltip
      x={across(day.day, { position: 'middle' }) ?? 0}
      y={up(day.total) ?? 0}
      lean={index / (days.length - 1)}
      value={day.total > 0 ? formatSize(exactSize(day.total)) : t('Nothing recorded')}
    >
      <p>{formatDay(day.day)}</p>
      {day.total > 0 && <p>{t('{download} down, {upload} up', { download: down, upload: sent })}</p>}
    </ChartTooltip>
  );
}
