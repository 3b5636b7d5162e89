import { AreaCapacityList } from '../../../features/network/areas/staff/components/area-capacity-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

/** /admin/network/areas: what the network has in each area. */
export function AreasPage() {
  return (
    <ConsolePageLayout
      title="Network"
      lead="What the network has in each area. The home page compares it with the lines and the traffic there."
    >
      <NetworkViews current="areas" />
      <AreaCapacityList />
    </ConsolePageLayout>
  );
}
