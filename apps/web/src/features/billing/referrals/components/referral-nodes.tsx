import { classNames } from '../../../../shared/ui/layout/class-names.ts';

export type ReferralNodesProps = { done: number; total: number };

/** Friends on a strand, those who have paid filled. Decorative: show the numbers beside it. */
export function ReferralNodes({ done, total }: ReferralNodesProps) {
  const lit = `${(100 * Math.max(0, done - 1)) / Math.max(1, total - 1)}%`;
  return (
    <div className="relative flex items-center justify-between" aria-hidden="true">
      <span className="absolute inset-x-1 h-0.5 bg-line">
        <span className="block h-full bg-primary" style={{ width: lit }} />
      </span>
      {Array.from({ length: total }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots have no other identity.
          key={index}
          className={classNames(
            'relative size-3 rounded-full border-2',
            index < done ? 'border-primary bg-primary' : 'border-line-strong bg-sheet',
          )}
        />
      ))}
    </div>
  );
}
