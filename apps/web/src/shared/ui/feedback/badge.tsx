import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type BadgeKind = 'ok' | 'warn' | 'bad' | 'info' | 'mute' | 'accent';

export type BadgeProps = {
  kind: BadgeKind;
  icon?: LucideIcon | undefined;
  children: ReactNode;
};

/** A tinted word; give it an icon where the colour carries meaning. */
export function Badge({ kind, icon: BadgeIcon, children }: BadgeProps) {
  return (
    <span className={`badge badge-${kind}`}>
      {BadgeIcon && <BadgeIcon />}
      {children}
    </span>
  );
}
