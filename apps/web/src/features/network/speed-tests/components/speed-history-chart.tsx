import type { SpeedTest } from '@portal/contract/network/speed-tests';
import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  Tooltip,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import { formatMoment, formatShortDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { CHART_AXIS_TEXT, CHART_FRAME_MS, CHART_HEIGHT } from '../../../../shared/ui/chart/chart-settings.ts';
import { ChartTooltip } from '../../../../shared/ui/chart/chart-tooltip.tsx';
import { speedTicks } from '../speed-axis.ts';
import { formatPing, formatSpeed } from '../speed-figures.ts';

/** Room for the labels at the right end. */
const LABELS_WIDTH = 52;
/** Below this distance the two labels would touch. */
const LABEL_HEIGHT = 18;

/**
 * Download and upload of the tests, oldest on the left, each labelled at its right end. `tests` are
 * oldest first.
 */
export function SpeedHistoryChart({ tests }: { tests: readonly SpeedTest[] }) {
  const t = useText();
  const ticks = speedTicks(tests);
  return (
    <LineChart
      responsive
      style={{ width: '100%', height: CHART_HEIGHT }}
      data={[...tests]}
      margin={{ top: 8, right: LABELS_WIDTH, bottom: 0, left: 0 }}
      throttleDelay={CHART_FRAME_MS}
      aria-label={t('Speed tests. Use the arrow keys to go from test to test.')}
    >
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="id"
        interval={0}
        padding={{ left: 8, right: 8 }}
        tickLine={false}
        axisLine={{ stroke: 'var(--chart-axis)' }}
        tick={(tick: XAxisTickContentProps) => <DayTick tick={tick} tests={tests} />}
      />
      <YAxis
        width={36}
        domain={[0, ticks.at(-1) ?? 0]}
        ticks={ticks}
        tickLine={false}
        axisLine={false}
        tick={CHART_AXIS_TEXT}
      />
      <Tooltip
        cursor={false}
        isAnimationActive={false}
        position={{ x: 0, y: 0 }}
        content={({ active, activeIndex }) => active && <TestTip tests={tests} index={Number(activeIndex)} />}
      />
      <Line
        dataKey="uploadSpeed"
        type="linear"
        stroke="var(--chart-2)"
        strokeWidth={2}
        dot={UploadDot}
        activeDot={{ r: 5, fill: 'var(--chart-2)', stroke: 'var(--sheet)' }}
      />
      <Line
        dataKey="downloadSpeed"
        type="linear"
        stroke="var(--chart-1)"
        strokeWidth={2}
        dot={(dot: DotItemDotProps) => <DownloadDot key={dot.index} dot={dot} last={tests.length - 1} />}
        activeDot={{ r: 6, fill: 'var(--chart-1)', stroke: 'var(--sheet)' }}
      />
      <EndLabels latest={tests.at(-1)} />
    </LineChart>
  );
}

/** Every second day, counted from the latest, is labelled only where there is room. */
function DayTick({ tick, tests }: { tick: XAxisTickContentProps; tests: readonly SpeedTest[] }) {
  const test = tests[tick.index];
  const leftOut = (tests.length - 1 - tick.index) % 2 === 1;
  return (
    <text
      x={tick.x}
      y={tick.y}
      dy={14}
      textAnchor="middle"
      fontSize={13}
      fill="var(--chart-axis)"
      className={leftOut ? 'max-xl:invisible' : undefined}
    >
      {test && formatShortDay(test.timestamp)}
    </text>
  );
}

function UploadDot({ cx, cy, index }: DotItemDotProps) {
  return <circle key={index} cx={cx} cy={cy} r={3} fill="var(--sheet)" stroke="var(--chart-2)" strokeWidth={2} />;
}

/** The latest is light in a sheath ring. */
function DownloadDot({ dot: { cx, cy, index }, last }: { dot: DotItemDotProps; last: number }) {
  if (index < last) return <circle cx={cx} cy={cy} r={4} fill="var(--chart-1)" />;
  return (
    <>
      <circle cx={cx} cy={cy} r={8.5} fill="var(--sheath-line)" />
      <circle cx={cx} cy={cy} r={8} fill="var(--sheath)" />
      <circle cx={cx} cy={cy} r={4} fill="var(--signal)" />
    </>
  );
}

function EndLabels({ latest }: { latest: SpeedTest | undefined }) {
  const [across, up] = [useXAxisScale(), useYAxisScale()];
  if (!latest || !across || !up) return null;
  const x = (across(latest.id) ?? 0) + 14;
  const download = up(latest.downloadSpeed) ?? 0;
  const upload = up(latest.uploadSpeed) ?? 0;
  const apart = Math.abs(download - upload);
  const push = apart < LABEL_HEIGHT ? (LABEL_HEIGHT - apart) / 2 : 0;
  const downwards = download > upload ? 1 : -1;
  return (
    <g fontSize={14} fontWeight={600}>
      <text x={x} y={download + downwards * push} dy={5} fill="var(--ink)">
        {formatSpeed(latest.downloadSpeed)}
      </text>
      <text x={x} y={upload - downwards * push} dy={5} fill="var(--chart-2)">
        {formatSpeed(latest.uploadSpeed)}
      </text>
    </g>
  );
}

function TestTip({ tests, index }: { tests: readonly SpeedTest[]; index: number }) {
  const t = useText();
  const [across, up] = [useXAxisScale(), useYAxisScale()];
  const test = tests[index];
  if (!test || !across || !up) return null;
  const { downloadSpeed, uploadSpeed, ping, timestamp } = test;
  return (
    <ChartTooltip
      x={across(test.id) ?? 0}
      y={up(Math.max(downloadSpeed, uploadSpeed)) ?? 0}
      lean={tests.length > 1 ? index / (tests.length - 1) : 0.5}
      value={t('{speed} Mbps down', { speed: formatSpeed(downloadSpeed) })}
    >
      <p>{t('{speed} Mbps up, {ping} ms', { speed: formatSpeed(uploadSpeed), ping: formatPing(ping) })}</p>
      <p>{formatMoment(timestamp)}</p>
    </ChartTooltip>
  );
}
