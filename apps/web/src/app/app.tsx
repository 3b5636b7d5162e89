import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionEnded } from '../shared/api/session-ended.ts';
import { NavigationProgress } from '../shared/ui/navigation-progress.tsx';
import { showKeptToast } from '../shared/ui/toast-after-reload.ts';
import { ToastRegion } from '../shared/ui/toast-region.tsx';
import { PortalRoutes } from './portal-routes.tsx';
import { forgetSession } from './query-client.ts';

/** The portal inside a router, which the browser and the prerenderer each bring. */
export function App({ client }: { client: QueryClient }) {
  useEffect(() => onSessionEnded(() => forgetSession(client)), [client]);
  useEffect(showKeptToast, []);
  return (
    <QueryClientProvider client={client}>
      <PortalRoutes />
      <NavigationProgress />
      <ToastRegion />
    </QueryClientProvider>
  );
}
