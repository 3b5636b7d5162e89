import { sendPapers } from '@portal/contract/billing/papers/staff-papers';
import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { giveCourtesyDays } from '@portal/contract/billing/staff-courtesy-days';
import { openLineForCustomer } from '@portal/contract/billing/staff-lines';
import { makePaymentPromiseForCustomer } from '@portal/contract/billing/staff-payment-promises';
import { scheduleCallBack } from '@portal/contract/console/call-backs';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { correctCustomer, disableAccount } from '@portal/contract/console/customers';
import { beginAccountView } from '@portal/contract/identity/account-views';
import { recordObjection } from '@portal/contract/messaging/consents';
import { setLineAddress } from '@portal/contract/network/addresses';
import { giveDataCredit } from '@portal/contract/network/data-credits';
import {
  Ban,
  BellOff,
  CalendarCheck,
  CalendarPlus,
  CircleCheck,
  DatabaseZap,
  Eye,
  FileText,
  MapPin,
  PencilLine,
  PhoneOutgoing,
  Plus,
  Wallet,
} from 'lucide-react';
import { GiveCourtesyDaysDialog } from '../../../../features/billing/courtesy-days/staff/components/give-courtesy-days-dialog.tsx';
import { AddLine } from '../../../../features/billing/lines/staff/components/add-line.tsx';
import { SendPapersDialog } from '../../../../features/billing/papers/staff/components/send-papers-dialog.tsx';
import { RecordPromiseDialog } from '../../../../features/billing/payment-promises/staff/components/record-promise-dialog.tsx';
import { ScheduleCallBackDialog } from '../../../../features/console/call-backs/staff/components/call-back-dialogs.tsx';
import { AccessDialog } from '../../../../features/console/customers/staff/components/access-dialog.tsx';
import { type Action, ActionBar } from '../../../../features/console/customers/staff/components/action-bar.tsx';
import { ViewAsDialog } from '../../../../features/identity/account-views/staff/components/view-as-dialog.tsx';
import { CorrectDetailsDialog } from '../../../../features/identity/corrections/staff/components/correct-details-dialog.tsx';
import { useIdentified } from '../../../../features/identity/corrections/staff/identified.ts';
import { ObjectionDialog } from '../../../../features/messaging/consents/staff/objection-dialog.tsx';
import { FixedAddressDialog } from '../../../../features/network/addresses/staff/components/fixed-address-dialog.tsx';
import { GiveDataCreditDialog } from '../../../../features/network/data-credits/staff/components/give-data-credit-dialog.tsx';
import { useMay } from '../../../../shared/staff/use-may.ts';

/** What staff may do for this customer. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const { id, role, disabled } = customer;
  const waitsFor = useWaitsForIdentification(customer);
  const addLine: Action = {
    label: 'Add a line',
    icon: Plus,
    needs: openLineForCustomer,
    shortcut: 'l',
    waitsFor,
    dialog: (onClose) => <AddLine customer={customer} onClose={onClose} />,
  };
  const first: Action[] = [
    { label: 'Take a payment', icon: Wallet, needs: takeCounterPayment, shortcut: 'p', to: `/admin/counter/${id}` },
    {
      label: 'Promise to pay',
      icon: CalendarCheck,
      needs: makePaymentPromiseForCustomer,
      shortcut: 'd',
      waitsFor,
      dialog: (onClose) => <RecordPromiseDialog customer={customer} onClose={onClose} />,
    },
    ...(role === 'customer' ? [addLine] : []),
    {
      label: 'Send papers',
      icon: FileText,
      needs: sendPapers,
      shortcut: 's',
      waitsFor,
      dialog: (onClose) => <SendPapersDialog customer={customer} onClose={onClose} />,
    },
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
            label: 'Correct details',
            icon: PencilLine,
            needs: correctCustomer,
            shortcut: 'e',
            dialog: (onClose) => <CorrectDetailsDialog customer={customer} onClose={onClose} />,
          },
          {
            label: 'Courtesy days',
            icon: CalendarPlus,
            needs: giveCourtesyDays,
            dialog: (onClose) => <GiveCourtesyDaysDialog customer={customer} onClose={onClose} />,
          },
          {
            label: 'Add data',
            icon: DatabaseZap,
            needs: giveDataCredit,
            dialog: (onClose) => <GiveDataCreditDialog customer={customer} onClose={onClose} />,
          },
          {
            label: 'Call back',
            icon: PhoneOutgoing,
            needs: scheduleCallBack,
            shortcut: 'c',
            dialog: (onClose) => <ScheduleCallBackDialog customer={customer} onClose={onClose} />,
          },
          {
            label: 'Fixed address',
            icon: MapPin,
            needs: setLineAddress,
            dialog: (onClose) => <FixedAddressDialog customer={customer} onClose={onClose} />,
          },
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

/** What changes something for a caller waits until staff have said how they know them, where they can. */
function useWaitsForIdentification({ id, role }: Customer): string | undefined {
  const identified = useIdentified(id);
  const mayChoose = useMay()(correctCustomer) && role === 'customer';
  return mayChoose && identified === null ? 'First choose how you know who is calling' : undefined;
}
