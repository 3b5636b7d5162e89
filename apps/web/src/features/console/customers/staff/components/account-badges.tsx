import type { CustomerRow } from '@portal/contract/console/customers';
import { Ban, ShieldCheck } from 'lucide-react';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';

/** What is unusual about an account: disabled, or staff. */
export function AccountBadges({ customer: { disabled, role } }: { customer: Pick<CustomerRow, 'disabled' | 'role'> }) {
  return (
    <>
      {disabled && (
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
