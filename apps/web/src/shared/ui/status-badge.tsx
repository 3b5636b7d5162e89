import {
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleX,
  Clock,
  type LucideIcon,
  RotateCcw,
  Search,
  TriangleAlert,
} from 'lucide-react';
import { Badge, type BadgeKind } from './badge.tsx';

export type StatusLook = { label: string; kind: BadgeKind; icon?: LucideIcon };

/** Specification section 4: anything that is not listed is shown as unknown. `pending` is the product's state before the first payment. */
export const subscriptionStatuses: Record<string, StatusLook> = {
  pending: { label: 'Awaiting payment', kind: 'warn', icon: Clock },
  active: { label: 'Active', kind: 'ok', icon: CircleCheck },
  suspended: { label: 'Suspended', kind: 'warn', icon: CircleAlert },
  cancelled: { label: 'Cancelled', kind: 'bad', icon: CircleX },
};

export const paymentStatuses: Record<string, StatusLook> = {
  initialized: { label: 'Started', kind: 'mute', icon: CircleDot },
  pending: { label: 'Pending', kind: 'warn', icon: Clock },
  successful: { label: 'Paid', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Failed', kind: 'bad', icon: CircleX },
  abandoned: { label: 'Abandoned', kind: 'mute', icon: CircleX },
  refunded: { label: 'Refunded', kind: 'info', icon: RotateCcw },
  disputed: { label: 'Disputed', kind: 'bad', icon: TriangleAlert },
  review: { label: 'In review', kind: 'info', icon: Search },
};

export type StatusBadgeProps = { status: string; statuses: Record<string, StatusLook> };

/** The badge of a status, from one of the maps above. */
export function StatusBadge({ status, statuses }: StatusBadgeProps) {
  const look = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (!look) return <Badge kind="mute">Unknown</Badge>;
  return (
    <Badge kind={look.kind} icon={look.icon}>
      {look.label}
    </Badge>
  );
}
