import { CircleAlert, RefreshCw, WifiOff } from 'lucide-react';
import { type ApiError, failureDetail, isNotTheirs } from '../../api/api-error.ts';
import { phrase, type Translate } from '../../i18n/translate.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../button/button.tsx';
import { useOnline } from '../hooks/use-online.ts';
import { useReconnection } from '../hooks/use-reconnection.ts';

export type ErrorStateProps = {
  /** What failed, for example 'We could not load your payments'. */
  title: string;
  /** Why the call failed; its status and sentence are shown. */
  error?: unknown;
  /** The reason where no call failed. */
  detail?: string | undefined;
  onRetry: () => void;
  retrying?: boolean;
};

/**
 * What failed, why, and 'Retry'. Without a connection it says so instead, and retries by itself
 * once there is one. What is not for the person's role in the account is a sentence without Retry.
 */
export function ErrorState({ title, error, detail, onRetry, retrying = false }: ErrorStateProps) {
  const t = useText();
  const online = useOnline();
  useReconnection(onRetry);
  const StateIcon = online ? CircleAlert : WifiOff;
  if (isNotTheirs(error)) return <NotTheirs error={error} />;
  const reason = online
    ? detailIn(t, detail ?? failureDetail(error))
    : t('You are offline. We try again once you are connected.');
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

function NotTheirs({ error }: { error: ApiError }) {
  const t = useText();
  const sentence =
    error.code === 'account.none' ? error.serverMessage : phrase('Your role in this account does not show this.');
  return <p className="soft">{t(sentence)}</p>;
}

/** The sentence of the server in the reader's language, its status before it as it is. */
function detailIn(t: Translate, detail: string | undefined): string | undefined {
  const [, status, sentence] = /^(\d{3}): (.+)$/s.exec(detail ?? '') ?? [];
  return status && sentence ? `${status}: ${t(sentence)}` : detail && t(detail);
}
