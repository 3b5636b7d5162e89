import type { UsageMonth } from '@portal/contract/network/usage';
import { useXAxisScale, useYAxisScale, type XAxisTickContentProps } from 'recharts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ChartTooltip } from '../../../../shared/ui/chart/chart-tooltip.tsx';
import { shortMonthName } from '../usage-month.ts';
import { useMonthLabels } from '../use-month-labels.ts';
import { UsageBarChart } from './usage-bar-chart.tsx';
import { CurrentMonthBar, PastMonthBar } from './usage-bars.tsx';

export type MonthlyUsageChartProps = {
  months: readonly UsageMonth[];
  /** The month that is not over yet. */
  currentPeriod: string | undefined;
};

/**
 * Data used month by month as bars; the current month is light in an upright sheath, which ends at
 * the allowance.
 */
export function MonthlyUsageChart({ months, currentPeriod }: MonthlyUsageChartProps) {
  const t = useText();
  return (
    <UsageBarChart
      label={t('Monthly usage. Use the arrow keys to go from month to month.')}
      rows={months}
      place="period"
      amount="dataUsed"
      heights={months}
      widestBar={56}
      drawTick={(tick) => <MonthTick tick={tick} months={months} currentPeriod={currentPeriod} />}
      drawBar={(bar) => {
        const month = months[bar.index];
        if (month?.period !== currentPeriod) return <PastMonthBar bar={bar} />;
        return <CurrentMonthBar bar={bar} limit={month?.dataLimit ?? null} />;
      }}
      drawTip={(index) => <MonthTip months={months} index={index} />}
    />
  );
}

type MonthTickProps = MonthlyUsageChartProps & { tick: XAxisTickContentProps };

/**
 * More than seven names do not fit on a phone: there only every second one is shown, counted from
 * the latest.
 */
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
  const words = useMonthLabels();
  const month = months[index];
  if (!month || !across || !up) return null;
  const { name, level, usedOfLimit } = words(month);
  return (
    <ChartTooltip
      x={across(month.period, { position: 'middle' }) ?? 0}
      y={up(month.dataUsed) ?? 0}
      lean={months.length > 1 ? index / (months.length - 1) : 0.5}
      value={usedOfLimit}
    >
      {level ? `${name}, ${level}` : name}
    </ChartTooltip>
  );
}
