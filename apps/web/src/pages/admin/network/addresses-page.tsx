import { AddressPoolList } from '../../../features/network/addresses/staff/components/address-pool-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

/** /admin/network/addresses: the pools that lines get their addresses from. */
export function AddressesPage() {
  return (
    <ConsolePageLayout title="Network" lead="The pools that lines get their addresses from, and who has which.">
      <NetworkViews current="addresses" />
      <AddressPoolList />
    </ConsolePageLayout>
  );
}
