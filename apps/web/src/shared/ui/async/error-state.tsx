import { CircleAlert, RefreshCw, WifiOff } from 'lucide-react';
import type { Translate } from '../../i18n/translate.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../button/button.tsx';
import { useOnline } from '../hooks/use-online.ts';
import { useReconnection } from '../hooks/use-reconnection.ts';

export type ErrorStateProps = {
  /** What failed, for example 'We could not load your payments'. */
  title: string;
  /** Status and body, for example '503: The service is busy.' */
  detail?: string | undefined;
  onRetry: () => void;
  retrying?: boolean;
};

/**
 * What failed, why, and 'Retry'. Without a connection it says so instead, and retries by itself
 * once there is one.
 */
export function ErrorState({ title, detail, onRetry, retrying = false }: ErrorStateProps) {
  const t = useText();
  const online = useOnline();
  useReconnection(onRetry);
  const StateIcon = online ? CircleAlert : WifiOff;
  const reason = online ? detailIn(t, detail) : t('You are offline. We try again once you are connected.');
  return (
    <div className="state-block" role="alert">
      <StateIcon className={online ? 'icon-large text-bad' : 'icon-large text-warn'} />
      <p className="h4">{title}</p>
      {reason && <p className="soft small break-words">{reason}</p>}
      <Button variant="secondary" busy={retrying} busyLabel={t('Retry')} onClick={onRetry}>
        <RefreshCw />
        {t('Retry')}
      </Button>
    </div>
  );
}

/** The sentence of the server in the reader's language, its status before it as it is. */
function detailIn(t: Translate, detail: string | undefined): string | undefined {
  const [, status, sentence] = /^(\d{3}): (.+)$/s.exec(detail ?? '') ?? [];
  return status && sentence ? `${status}: ${t(sentence)}` : detail && t(detail);
}
