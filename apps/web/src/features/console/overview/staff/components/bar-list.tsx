import { classNames } from '../../../../../shared/ui/layout/class-names.ts';

export type Bar = {
  readonly label: string;
  /** Not negative. */
  readonly size: number;
  /** The size as it is written. */
  readonly figure: string;
  readonly isBad?: boolean;
};

/** Figures as horizontal bars, in proportion to the largest. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ size }) => size));
  return (
    <dl className="bar-list">
      {bars.map(({ label, size, figure, isBad }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <i
              className={classNames('bar-list-bar', isBad && 'bar-list-bad')}
              style={{ width: `${(100 * size) / most}%` }}
            />
            <b>{figure}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
