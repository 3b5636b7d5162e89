import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';

const ICONS = { info: Info, bad: CircleAlert, warn: TriangleAlert, ok: CircleCheck };

export type AlertProps = {
  kind: keyof typeof ICONS;
  /** Replaces the usual icon of the kind. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A short message in place. `bad` is announced at once; the others when the reader pauses. */
export function Alert({ kind, icon, className, children }: AlertProps) {
  const KindIcon = ICONS[kind];
  return (
    <div className={classNames('alert', `alert-${kind}`, className)} role={kind === 'bad' ? 'alert' : 'status'}>
      {icon ?? <KindIcon />}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
