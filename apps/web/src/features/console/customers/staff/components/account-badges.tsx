import type { CustomerRow } from '@portal/contract/console/customers';
import { Ban, ShieldCheck } from 'lucide-react';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';

type AccountBadgesProps = { customer: Pick<CustomerRow, 'disabled' | 'role' | 'mergedInto'> };

/** What is unusual about an account: merged into another one, disabled, or staff. */
export function AccountBadges({ customer: { disabled, role, mergedInto } }: AccountBadgesProps) {
  return (
    <>
      {mergedInto !== null && <Badge kind="mute">Merged</Badge>}
      {disabled && mergedInto === null && (
        <Badge kind="bad" icon={Ban}>
          Disabled
        </Badge>
      )}
      {role === 'admin' && (
        <Badge kind="info" icon={ShieldCheck}>
          Staff
        </Badge>
      )}
    </>
  );
}
