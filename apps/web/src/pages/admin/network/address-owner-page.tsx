import { AddressOwnerForm } from '../../../features/network/address-owners/staff/components/address-owner-form.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

/** /admin/network/address-owner: which customer had an address at a moment. */
export function AddressOwnerPage() {
  return (
    <ConsolePageLayout
      title="Network"
      lead="Which customer had an address at a moment. Answer only who may ask by law: it is on record."
    >
      <NetworkViews current="address-owner" />
      <AddressOwnerForm />
    </ConsolePageLayout>
  );
}
