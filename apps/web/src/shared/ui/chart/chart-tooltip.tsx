import type { ReactNode } from 'react';

export type ChartTooltipProps = {
  /** Where its point is, in pixels from the top left corner of the chart. */
  x: number;
  y: number;
  /**
   * Where the point is from left to right, 0 to 1: the tip leans inwards at both ends, so that it
   * stays in the chart.
   */
  lean: number;
  value: ReactNode;
  children: ReactNode;
};

/**
 * The chart's tooltip for the point under the pointer or the focus: the value first, then its
 * label.
 */
export function ChartTooltip({ x, y, lean, value, children }: ChartTooltipProps) {
  const edge = `clamp(14px, ${lean * 100}%, calc(100% - 14px))`;
  return (
    <div
      className="pointer-events-none absolute top-0 left-0 w-max rounded-control bg-ink px-3 py-2 text-paper leading-[1.35]"
      style={{ transform: `translate(calc(${x}px - ${lean * 100}%), calc(${y - 12}px - 100%))` }}
    >
      <p className="font-semibold">{value}</p>
      <div className="micro">{children}</div>
      <span className="absolute top-full -ml-1.5 border-6 border-transparent border-t-ink" style={{ left: edge }} />
    </div>
  );
}
