import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Fact = { label: string; value: ReactNode };

export type DescriptionListProps = { facts: readonly Fact[]; className?: string };

/**
 * Names on the left, values on the right. Give it 'border-y border-line py-4' for rules above and
 * below.
 */
export function DescriptionList({ facts, className }: DescriptionListProps) {
  return (
    <dl className={classNames('kv', className)}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
