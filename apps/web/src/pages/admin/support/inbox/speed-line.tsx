import type { SpeedTest } from '@portal/contract/network/speed-tests';
import { formatMoment } from '../../../../shared/format/date.ts';

const speed = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/**
 * The downloads of the last tests as a small line, the newest on the right with its figure. `tests`
 * are newest first.
 */
export function SpeedLine({ tests }: { tests: readonly SpeedTest[] }) {
  const newest = tests[0];
  if (!newest) return <p className="small muted">No speed tests.</p>;
  const inOrder = tests.map(({ downloadSpeed }) => downloadSpeed).reverse();
  const summary = `Downloads in Mbps, oldest first: ${inOrder.map((mbps) => speed.format(mbps)).join(', ')}`;
  return (
    <>
      <div className="grid grid-cols-[1fr_auto] items-center gap-3">
        {inOrder.length > 1 ? (
          <svg
            className="h-11 w-full overflow-visible"
            viewBox="0 0 100 40"
            preserveAspectRatio="none"
            role="img"
            aria-label={summary}
          >
            <path
              d={pathOf(inOrder)}
              fill="none"
              stroke="var(--chart-1)"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        ) : (
          <span />
        )}
        <p className="whitespace-nowrap">
          <span className="semi">{speed.format(newest.downloadSpeed)}</span> <span className="small soft">Mbps</span>
        </p>
      </div>
      <p className="micro muted mt-1">Newest: {formatMoment(newest.timestamp)}</p>
    </>
  );
}

/** From 0 at the foot to the fastest at the head, so that a fall looks as deep as it is. */
function pathOf(values: readonly number[]): string {
  const highest = Math.max(...values, 1);
  const step = 100 / (values.length - 1);
  return values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${round(index * step)} ${round(38 - (value / highest) * 36)}`)
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
