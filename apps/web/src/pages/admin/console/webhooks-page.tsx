import { EndpointList } from '../../../features/console/webhook-endpoints/staff/components/endpoint-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/webhooks: the operator's programs that are told what happens. */
export function WebhooksPage() {
  return (
    <ConsolePageLayout
      title="Webhooks"
      lead="Your other programs are told what happens here: each event is posted to their address, signed, and tried again until they take it."
    >
      <EndpointList />
    </ConsolePageLayout>
  );
}
