import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useWebhookEndpoint } from '../../../features/console/webhook-endpoints/staff/api/webhook-endpoints.ts';
import { EndpointView } from '../../../features/console/webhook-endpoints/staff/components/endpoint-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const WEBHOOKS = { to: '/admin/webhooks', label: 'Webhooks' };

/** /admin/webhooks/:id: one endpoint, and what it was told. */
export function WebhookPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const endpoint = useWebhookEndpoint(id);
  return (
    <ConsolePageLayout back={WEBHOOKS}>
      <FoundOrMissing
        query={endpoint}
        failure="We could not load the webhook endpoint"
        missing="There is no such webhook endpoint"
        back={WEBHOOKS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => (
          <EndpointView
            key={loaded.id}
            endpoint={loaded}
            view={params.get('deliveries')}
            onDeleted={() => void navigate(WEBHOOKS.to)}
          />
        )}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
