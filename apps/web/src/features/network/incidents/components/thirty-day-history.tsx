import type { NetworkReport } from '@portal/contract/network/incidents';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';

type Day = NetworkReport['days'][number];

const STEP = 10;
const HEIGHT = 40;

/**
 * A strand for each day: whole, broken where something was wrong, cut where much was. So the colour
 * never speaks alone.
 */
const STRANDS: Record<Day['worst'], { colour: string; draw: (x: number) => string }> = {
  none: { colour: 'var(--signal)', draw: (x) => `M${x} 0V${HEIGHT}` },
  minor: { colour: 'var(--level-high)', draw: (x) => `M${x} 0V16M${x} 24V${HEIGHT}` },
  major: { colour: 'var(--level-critical)', draw: (x) => `M${x} 0V6M${x} 34V${HEIGHT}` },
};

/** The last 30 days as light in glass, and in one sentence. */
export function ThirtyDayHistory({ days }: { days: readonly Day[] }) {
  const t = useText();
  const quiet = days.filter(({ worst }) => worst === 'none').length;
  const sentence =
    quiet === days.length
      ? t('No faults in the last {days} days.', { days: days.length })
      : t('No faults on {count} of the last {days} days.', { count: quiet, days: days.length });
  const [first] = days;
  return (
    <figure className="mt-6 border-glass-line border-t pt-5">
      <svg
        className="h-10 w-full"
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {(['none', 'minor', 'major'] as const).map((worst) => (
          <path
            key={worst}
            d={days
              .map((day, index) => (day.worst === worst ? STRANDS[worst].draw(index * STEP + STEP / 2) : ''))
              .join('')}
            stroke={STRANDS[worst].colour}
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p className="soft micro mt-2 flex justify-between" aria-hidden="true">
        <span>{first && formatDay(first.startsAt)}</span>
        <span>{t('Today')}</span>
      </p>
      <figcaption className="mt-3">{sentence}</figcaption>
    </figure>
  );
}
