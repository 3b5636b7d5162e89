import { classNames } from '../layout/class-names.ts';

export type SkeletonProps = {
  /** Size and shape, for example 'h-11 w-2/3' or 'h-4 w-full rounded-full'. */
  className: string;
};

/** A block in the shape of the loading content; invisible for the first 150 ms. */
export function Skeleton({ className }: SkeletonProps) {
  return <span className={classNames('skeleton after-a-moment', className)} aria-hidden="true" />;
}
