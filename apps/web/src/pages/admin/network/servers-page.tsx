import { AccessServerList } from '../../../features/network/access-servers/staff/components/access-server-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

/** /admin/network/servers: the access servers. */
export function ServersPage() {
  return (
    <ConsolePageLayout
      title="Network"
      lead="The routers that carry customers’ sessions, how they are doing, and our secrets with them."
    >
      <NetworkViews current="servers" />
      <AccessServerList />
    </ConsolePageLayout>
  );
}
