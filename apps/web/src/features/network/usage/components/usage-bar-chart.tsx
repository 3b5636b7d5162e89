import type { ReactElement, ReactNode } from 'react';
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import { CHART_AXIS_TEXT, CHART_FRAME_MS, CHART_HEIGHT } from '../../../../shared/ui/chart/chart-settings.ts';
import { usageAxis } from '../usage-axis.ts';

export type UsageBarChartProps = {
  /** Says also how to go from bar to bar. */
  label: string;
  rows: readonly object[];
  /** The key of a row's label on the axis, and that of its gigabytes. */
  place: string;
  amount: string;
  /** The maximum of the chart's axis. */
  heights: Parameters<typeof usageAxis>[0];
  widestBar: number;
  /** Pixels that the last name needs beside the last bar. */
  rightMargin?: number;
  drawTick: (tick: XAxisTickContentProps) => ReactNode;
  drawBar: (bar: BarShapeProps) => ReactElement;
  drawTip: (index: number) => ReactNode;
};

/** Data used as bars over time, read by pointer, touch and arrow keys. */
export function UsageBarChart(chart: UsageBarChartProps) {
  const { top, ticks, unitSize } = usageAxis(chart.heights);
  return (
    <BarChart
      responsive
      style={{ width: '100%', height: CHART_HEIGHT }}
      data={[...chart.rows]}
      margin={{ top: 8, right: chart.rightMargin ?? 0, bottom: 0, left: 0 }}
      barCategoryGap="18%"
      throttleDelay={CHART_FRAME_MS}
      aria-label={chart.label}
    >
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey={chart.place}
        interval={0}
        tickLine={false}
        axisLine={{ stroke: 'var(--chart-axis)' }}
        tick={chart.drawTick}
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
        content={({ active, activeIndex }) => active && chart.drawTip(Number(activeIndex))}
      />
      <Bar dataKey={chart.amount} maxBarSize={chart.widestBar} shape={chart.drawBar} activeBar />
    </BarChart>
  );
}
