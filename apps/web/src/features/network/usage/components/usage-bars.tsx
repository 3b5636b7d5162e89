import type { BarShapeProps } from 'recharts';
import { useYAxisScale } from 'recharts';

/**
 * A month that is over, or a day: a quiet bar, in the primary colour of charts under the pointer or
 * the focus.
 */
export function PastMonthBar({ bar: { x, y, width, height, isActive } }: { bar: BarShapeProps }) {
  const radius = Math.max(0, Math.min(3, height, width / 2));
  return (
    <path
      d={`M${x},${y + height}V${y + radius}q0,-${radius} ${radius},-${radius}h${width - 2 * radius}q${radius},0 ${radius},${radius}V${y + height}Z`}
      fill={isActive ? 'var(--chart-1)' : 'var(--chart-past)'}
    />
  );
}

/**
 * The current month: an upright sheath up to the allowance, with the light in it as high as the
 * use, and its white head.
 */
export function CurrentMonthBar({ bar, limit }: { bar: BarShapeProps; limit: number | null }) {
  const up = useYAxisScale();
  const { x, y, width, height } = bar;
  const wall = Math.min(5, width / 4);
  const bottom = y + height;
  const sheathTop = Math.min(y - wall, (limit !== null && up?.(limit)) || y - wall);
  const light = { x: x + wall, width: Math.max(0, width - 2 * wall) };
  return (
    <g>
      <rect
        x={x + 0.5}
        y={sheathTop + 0.5}
        width={Math.max(0, width - 1)}
        height={Math.max(0, bottom - sheathTop - 0.5)}
        rx={4}
        fill="var(--sheath)"
        stroke="var(--sheath-line)"
      />
      <rect {...light} y={y} height={height} rx={2} fill="var(--signal)" />
      {height > 3 && <rect {...light} y={y} height={3} rx={1.5} fill="#fff" />}
    </g>
  );
}
