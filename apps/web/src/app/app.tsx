import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionEnded } from '../shared/api/session-ended.ts';
import { showSavedToast } from '../shared/ui/feedback/toast-after-reload.ts';
import { ToastRegion } from '../shared/ui/feedback/toast-region.tsx';
import { NavigationProgress } from '../shared/ui/navigation/navigation-progress.tsx';
import { PortalRoutes } from './portal-routes.tsx';
import { clearSession } from './query-client.ts';

/** The portal inside a router, which the browser and the prerenderer each bring. */
export function App({ client }: { client: QueryClient }) {
  useEffect(() => onSessionEnded(() => clearSession(client)), [client]);
  useEffect(showSavedToast, []);
  return (
    <QueryClientProvider client={client}>
      <PortalRoutes />
      <NavigationProgress />
      <ToastRegion />
    </QueryClientProvider>
  );
}
