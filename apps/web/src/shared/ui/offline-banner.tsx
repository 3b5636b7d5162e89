import { Alert } from './alert.tsx';
import { useOnline } from './use-online.ts';

/** Says so, under the navigation bar, while the device has no connection. */
export function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <div className="wrap mt-3">
      <Alert kind="warn">You are offline. What you see may be out of date.</Alert>
    </div>
  );
}
