import type { UsageView } from '@portal/contract/network/usage';
import { percentUsed, type UsageLevel, usageLevel } from '../../../../features/network/usage/usage-level.ts';
import { useMonthLabels } from '../../../../features/network/usage/use-month-labels.ts';

const COLOURS: Record<UsageLevel, string> = {
  normal: 'var(--signal)',
  high: 'var(--level-high)',
  critical: 'var(--level-critical)',
};

/**
 * The customer's usage of this month. While their account has no figures they see a sample, which
 * staff are told.
 */
export function DataThisMonth({ usage }: { usage: UsageView }) {
  const words = useMonthLabels()(usage);
  if (usage.sample) return <p className="small muted">No figures yet. The customer sees a sample.</p>;
  const percent = percentUsed(usage.dataUsed, usage.dataLimit);
  if (percent === null) return <p className="small soft">{words.used}, unlimited plan</p>;
  const said = `${words.usedOfLimit}, ${words.level}`;
  const filled = Math.min(100, percent);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own meter cannot be drawn as light in a sheath. */}
      <div
        className="meter"
        role="meter"
        aria-label="Data used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={filled}
        aria-valuetext={said}
      >
        <i
          className="min-w-[6px]"
          style={{ width: `${filled}%`, ['--level' as string]: COLOURS[usageLevel(percent)] }}
        />
      </div>
      <p className="small soft mt-2">{said}</p>
    </>
  );
}
