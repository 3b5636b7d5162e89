import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type GlassSlabProps = ComponentProps<'div'> & {
  /** Shows the second pane, cut at the design's angle. */
  cut?: boolean;
};

/**
 * The dark slab that carries live data. The signal colour may appear only in here or in a meter.
 */
export function GlassSlab({ cut = false, className, ...rest }: GlassSlabProps) {
  return <div {...rest} className={classNames('glass on-glass', cut && 'glass-cut', className)} />;
}
