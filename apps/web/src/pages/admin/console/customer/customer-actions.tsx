import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { disableAccount } from '@portal/contract/console/customers';
import { beginAccountView } from '@portal/contract/identity/account-views';
import { recordObjection } from '@portal/contract/messaging/consents';
import { Ban, BellOff, CircleCheck, Eye, Wallet } from 'lucide-react';
import { AccessDialog } from '../../../../features/console/customers/staff/components/access-dialog.tsx';
import { type Action, ActionBar } from '../../../../features/console/customers/staff/components/action-bar.tsx';
import { ViewAsDialog } from '../../../../features/identity/account-views/staff/components/view-as-dialog.tsx';
import { ObjectionDialog } from '../../../../features/messaging/consents/staff/objection-dialog.tsx';

/** What staff may do for this customer. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const { id, role, disabled } = customer;
  const first: Action[] = [
    { label: 'Take a payment', icon: Wallet, needs: takeCounterPayment, shortcut: 'p', to: `/admin/counter/${id}` },
    ...(role === 'customer' && !disabled
      ? [
          {
            label: 'View as customer',
            icon: Eye,
            needs: beginAccountView,
            shortcut: 'v',
            dialog: (onClose: () => void) => <ViewAsDialog customer={customer} onClose={onClose} />,
          },
        ]
      : []),
  ];
  const more: Action[] =
    role === 'customer'
      ? [
          {
            label: 'Wants no offers',
            icon: BellOff,
            needs: recordObjection,
            dialog: (onClose) => <ObjectionDialog customer={customer} onClose={onClose} />,
          },
          {
            label: disabled ? 'Enable account' : 'Disable account',
            icon: disabled ? CircleCheck : Ban,
            needs: disableAccount,
            dialog: (onClose) => <AccessDialog customer={customer} onClose={onClose} />,
          },
        ]
      : [];
  return <ActionBar first={first} more={more} />;
}
