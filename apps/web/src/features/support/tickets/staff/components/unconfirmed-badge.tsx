import { UserRoundX } from 'lucide-react';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';

/** Marks a ticket of somebody who wrote a mail and whom nobody has confirmed as a customer. */
export function UnconfirmedBadge() {
  return (
    <Badge kind="warn" icon={UserRoundX}>
      Unconfirmed sender
    </Badge>
  );
}
