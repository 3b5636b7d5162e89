import type { ReactNode } from 'react';
import { type Needs, useMay } from './use-may.ts';

/** Shows what belongs to a call of staff, such as its button, to those who may make it. */
export function Allowed({ to, children }: { to: Needs; children: ReactNode }): ReactNode {
  return useMay()(to) && children;
}
