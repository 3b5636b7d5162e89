import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Tooltip,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import { formatDay } from '../../../shared/format/date.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { CHART_AXIS_TEXT, CHART_FRAME_MS, CHART_HEIGHT } from '../../../shared/ui/chart-frame.ts';
import { ChartTip } from '../../../shared/ui/chart-tip.tsx';
import { exactSize, inWords } from '../data-size.ts';
import { usageAxis } from '../usage-axis.ts';
import type { DayTotal } from '../usage-day.ts';
import { PastMonthBar } from './usage-bars.tsx';

/** Data used day by day as bars; `days` are all days of one month. */
export function DailyUsageChart({ days }: { days: readonly DayTotal[] }) {
  const t = useText();
  const { top, ticks, unitSize } = usageAxis(days.map(({ total }) => ({ dataUsed: total, dataLimit: null })));
  return (
    <BarChart
      responsive
      style={{ width: '100%', height: CHART_HEIGHT }}
      data={[...days]}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      barCategoryGap="18%"
      throttleDelay={CHART_FRAME_MS}
      aria-label={t('Usage by day. Use the arrow keys to go from day to day.')}
    >
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="day"
        interval={0}
        tickLine={false}
        axisLine={{ stroke: 'var(--chart-axis)' }}
        tick={(tick: XAxisTickContentProps) => <DayTick tick={tick} />}
      />
      <YAxis
        width={32}
        domain={[0, top]}
        ticks={[...ticks]}
        tickFormatter={(gigabytes: number) => String(Number((gigabytes / unitSize).toFixed(2)))}
        tickLine={false}
        axisLine={false}
        tick={CHART_AXIS_TEXT}
      />
      <Tooltip
        cursor={false}
        isAnimationActive={false}
        position={{ x: 0, y: 0 }}
        content={({ active, activeIndex }) => active && <DayTip days={days} index={Number(activeIndex)} />}
      />
      <Bar dataKey="total" maxBarSize={28} shape={(bar: BarShapeProps) => <PastMonthBar bar={bar} />} activeBar />
    </BarChart>
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
  const [down, sent] = [inWords(exactSize(day.downloaded)), inWords(exactSize(day.uploaded))];
  return (
    <ChartTip
      x={across(day.day, { position: 'middle' }) ?? 0}
      y={up(day.total) ?? 0}
      lean={index / (days.length - 1)}
      value={day.total > 0 ? inWords(exactSize(day.total)) : t('Nothing recorded')}
    >
      <p>{formatDay(day.day)}</p>
      {day.total > 0 && <p>{t('{download} down, {upload} up', { download: down, upload: sent })}</p>}
    </ChartTip>
  );
}
