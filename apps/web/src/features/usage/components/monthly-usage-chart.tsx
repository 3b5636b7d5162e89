import type { UsageMonth } from '@portal/contract/usage';
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
import { useText } from '../../../shared/i18n/use-text.ts';
import { CHART_AXIS_TEXT, CHART_FRAME_MS, CHART_HEIGHT } from '../../../shared/ui/chart-frame.ts';
import { ChartTip } from '../../../shared/ui/chart-tip.tsx';
import { usageAxis } from '../usage-axis.ts';
import { shortMonthName } from '../usage-month.ts';
import { useMonthWords } from '../use-month-words.ts';
import { CurrentMonthBar, PastMonthBar } from './usage-bars.tsx';

export type MonthlyUsageChartProps = {
  months: readonly UsageMonth[];
  /** The month that is not over yet. */
  currentPeriod: string | undefined;
};

/** Data used month by month as bars; the current month is light in an upright sheath, which ends at the allowance. */
export function MonthlyUsageChart({ months, currentPeriod }: MonthlyUsageChartProps) {
  const t = useText();
  const { top, ticks, unitSize } = usageAxis(months);
  function drawBar(bar: BarShapeProps) {
    const month = months[bar.index];
    if (month?.period !== currentPeriod) return <PastMonthBar bar={bar} />;
    return <CurrentMonthBar bar={bar} limit={month?.dataLimit ?? null} />;
  }
  return (
    <BarChart
      responsive
      style={{ width: '100%', height: CHART_HEIGHT }}
      data={[...months]}
      margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      barCategoryGap="18%"
      throttleDelay={CHART_FRAME_MS}
      aria-label={t('Monthly usage. Use the arrow keys to go from month to month.')}
    >
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="period"
        interval={0}
        tickLine={false}
        axisLine={{ stroke: 'var(--chart-axis)' }}
        tick={(tick: XAxisTickContentProps) => <MonthTick tick={tick} months={months} currentPeriod={currentPeriod} />}
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
        content={({ active, activeIndex }) => active && <MonthTip months={months} index={Number(activeIndex)} />}
      />
      <Bar dataKey="dataUsed" maxBarSize={56} shape={drawBar} activeBar />
    </BarChart>
  );
}

type MonthTickProps = MonthlyUsageChartProps & { tick: XAxisTickContentProps };

/** More than seven names do not fit on a phone: there every second one stands, counted from the latest. */
function MonthTick({ tick, months, currentPeriod }: MonthTickProps) {
  const current = months[tick.index]?.period === currentPeriod;
  const leftOut = months.length > 7 && (months.length - 1 - tick.index) % 2 === 1;
  return (
    <text
      x={tick.x}
      y={tick.y}
      dy={14}
      textAnchor="middle"
      fontSize={13}
      className={leftOut ? 'max-sm:invisible' : undefined}
      fill={current ? 'var(--ink)' : 'var(--chart-axis)'}
      fontWeight={current ? 600 : 400}
    >
      {shortMonthName(String(tick.payload.value))}
    </text>
  );
}

function MonthTip({ months, index }: { months: readonly UsageMonth[]; index: number }) {
  const [across, up] = [useXAxisScale(), useYAxisScale()];
  const words = useMonthWords();
  const month = months[index];
  if (!month || !across || !up) return null;
  const { name, level, usedOfLimit } = words(month);
  return (
    <ChartTip
      x={across(month.period, { position: 'middle' }) ?? 0}
      y={up(month.dataUsed) ?? 0}
      lean={months.length > 1 ? index / (months.length - 1) : 0.5}
      value={usedOfLimit}
    >
      {level ? `${name}, ${level}` : name}
    </ChartTip>
  );
}
