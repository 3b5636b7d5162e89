import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import type { UsageLevel } from '../usage-level.ts';

const COLOURS: Record<UsageLevel, string> = {
  normal: 'var(--signal)',
  high: 'var(--level-high)',
  critical: 'var(--level-critical)',
};
const MARKS = [75, 90];

export type UsageMeterProps = {
  /** Of the allowance; more than 100 fills the meter. */
  percent: number;
  level: UsageLevel;
  /** The label of the meter, for example 'Data used'. */
  label: string;
  /** The value in words, for example '67.5 of 100 GB, Normal'. */
  valueText: string;
};

/**
 * Light in a sheath, for a dark slab: how much of the allowance is used, with the marks at which
 * the level changes.
 */
export function UsageMeter({ percent, level, label, valueText }: UsageMeterProps) {
  const filled = Math.min(100, percent);
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own meter cannot be drawn as light in a sheath. */}
      <div
        className="meter [background:#000] [box-shadow:inset_0_0_0_1px_var(--glass-line)]"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={filled}
        aria-valuetext={valueText}
      >
        <i
          className="min-w-[6px] transition-[width] duration-[320ms]"
          style={{ width: `${filled}%`, ['--level' as string]: COLOURS[level] }}
        />
      </div>
      <div className="micro relative mx-[7px] mt-1 h-[18px] text-on-glass-2" aria-hidden="true">
        <ScaleMark at={0} className="justify-items-start" />
        {MARKS.map((mark) => (
          <ScaleMark key={mark} at={mark} className="-translate-x-1/2 justify-items-center" />
        ))}
        <ScaleMark at={100} className="-translate-x-full justify-items-end max-xs:[&>span]:invisible" />
      </div>
    </div>
  );
}

function ScaleMark({ at, className }: { at: number; className: string }) {
  return (
    <span className={classNames('absolute top-0 grid gap-1 leading-none', className)} style={{ left: `${at}%` }}>
      <i className="h-[5px] w-px bg-current" />
      <span>{at}</span>
    </span>
  );
}
