import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type PanelProps = ComponentProps<'div'> & {
  /** With the 2 px primary border of a selected card. */
  selected?: boolean;
};

/** A raised sheet. Nothing boxed goes inside a panel. */
export function Panel({ selected = false, className, ...rest }: PanelProps) {
  return <div {...rest} className={classNames('panel', selected && 'panel-selected', className)} />;
}
