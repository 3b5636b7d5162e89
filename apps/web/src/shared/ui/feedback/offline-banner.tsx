import { WifiOff } from 'lucide-react';
import { useText } from '../../i18n/use-text.ts';
import { lastUpdated } from '../../offline/last-updated.ts';
import { useOnline } from '../hooks/use-online.ts';
import { Alert } from './alert.tsx';

/**
 * Says so, under the navigation bar, while there is no connection, and of when the account's
 * figures are.
 */
export function OfflineBanner() {
  const t = useText();
  const online = useOnline();
  if (online) return null;
  const asOf = lastUpdated();
  return (
    <div className="wrap mt-3">
      <Alert kind="warn" icon={<WifiOff />}>
        {t('You are offline. What you see may be out of date.')}
        {asOf && ` ${t('Your account is shown as of {moment}.', { moment: asOf })}`}
      </Alert>
    </div>
  );
}
