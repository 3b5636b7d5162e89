import { Suspense } from 'react';
import { NotificationPreferencesPanel } from '../../../features/messaging/preferences/components/notification-preferences-panel.tsx';
import { lazyComponent } from '../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';

const ConsentsPanel = lazyComponent(
  async () => (await import('../../../features/messaging/consents/components/consents-panel.tsx')).ConsentsPanel,
);

const GrievancePanel = lazyComponent(
  async () => (await import('../../../features/identity/grievances/components/grievance-panel.tsx')).GrievancePanel,
);

/** What we write about, what the customer has agreed to, and grievances about their data. */
export function NotificationsTab() {
  return (
    <>
      <NotificationPreferencesPanel />
      <div className="mt-8 grid items-start gap-8 lg:mt-12 lg:grid-cols-2 lg:gap-12">
        <Suspense fallback={<Skeleton className="h-96 w-full rounded-panel" />}>
          <ConsentsPanel />
        </Suspense>
        <Suspense fallback={<Skeleton className="h-72 w-full rounded-panel" />}>
          <GrievancePanel />
        </Suspense>
      </div>
    </>
  );
}
