import {
  CircleAlert,
  CircleCheck,
  CircleDot,
  CirclePause,
  CircleX,
  Clock,
  type LucideIcon,
  RotateCcw,
  Search,
  TriangleAlert,
} from 'lucide-react';
import { phrase } from '../../i18n/translate.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge, type BadgeKind } from './badge.tsx';

export type StatusLook = { label: string; kind: BadgeKind; icon?: LucideIcon };

/**
 * Specification section 4: any other value is shown as unknown. `pending` is the product's state
 * before the first payment; the last three are states of an active or suspended subscription.
 */
export const subscriptionStatuses: Record<string, StatusLook> = {
  pending: { label: phrase('Awaiting payment'), kind: 'warn', icon: Clock },
  active: { label: phrase('Active'), kind: 'ok', icon: CircleCheck },
  suspended: { label: phrase('Suspended'), kind: 'warn', icon: CircleAlert },
  cancelled: { label: phrase('Cancelled'), kind: 'bad', icon: CircleX },
  grace: { label: phrase('Payment overdue'), kind: 'warn', icon: CircleAlert },
  paused: { label: phrase('Paused'), kind: 'info', icon: CirclePause },
  ending: { label: phrase('Ending'), kind: 'mute', icon: Clock },
};

export const paymentStatuses: Record<string, StatusLook> = {
  initialized: { label: phrase('Started'), kind: 'mute', icon: CircleDot },
  pending: { label: phrase('Pending'), kind: 'warn', icon: Clock },
  successful: { label: phrase('Paid'), kind: 'ok', icon: CircleCheck },
  failed: { label: phrase('Failed'), kind: 'bad', icon: CircleX },
  abandoned: { label: phrase('Abandoned'), kind: 'mute', icon: CircleX },
  refunded: { label: phrase('Refunded'), kind: 'info', icon: RotateCcw },
  disputed: { label: phrase('Disputed'), kind: 'bad', icon: TriangleAlert },
  review: { label: phrase('In review'), kind: 'info', icon: Search },
};

export type StatusBadgeProps = { status: string; statuses: Record<string, StatusLook> };

/** The badge of a status, from one of the maps above. */
export function StatusBadge({ status, statuses }: StatusBadgeProps) {
  const t = useText();
  const look = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (!look) return <Badge kind="mute">{t('Unknown')}</Badge>;
  return (
    <Badge kind={look.kind} icon={look.icon}>
      {t(look.label)}
    </Badge>
  );
}
