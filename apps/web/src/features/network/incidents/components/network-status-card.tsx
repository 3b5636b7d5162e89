import type { NetworkStatus } from '@portal/contract/network/incidents';
import type { ReactNode } from 'react';
import { failureDetail } from '../../../../shared/api/api-error.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useReconnection } from '../../../../shared/ui/hooks/use-reconnection.ts';
import { GlassSlab } from '../../../../shared/ui/layout/glass-slab.tsx';
import { useNearViewport } from '../use-near-viewport.ts';
import { useNetworkStatus } from '../use-network-status.ts';
import { ConnectionIndicator } from './connection-indicator.tsx';

export type NetworkStatusCardProps = {
  title: string;
  /** The size of the title. */
  look: 'h2' | 'h3';
  /** Further content once the status is known. */
  children?: (status: NetworkStatus) => ReactNode;
};

/**
 * The state of the network by staff's entries, fetched when the card comes near the window. Until
 * then, and without an answer, it shows no status.
 */
export function NetworkStatusCard({ title, look, children }: NetworkStatusCardProps) {
  const t = useText();
  const online = useOnline();
  const { ref, near } = useNearViewport<HTMLDivElement>();
  const { data, isLoadingError, error, isFetching, refetch } = useNetworkStatus(near);
  useReconnection(() => {
    if (isLoadingError) void refetch();
  });
  return (
    <GlassSlab ref={ref} cut className="network">
      <h2 className={look}>{t(title)}</h2>
      {isLoadingError ? (
        <div className="mt-5 grid justify-items-start gap-3" role="status">
          <p>{t('The network status could not be loaded.')}</p>
          <p className="soft small break-words">
            {online ? failureDetail(error) : t('You are offline. We try again once you are connected.')}
          </p>
          <Button variant="glass-outline" busy={isFetching} onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </div>
      ) : (
        <Facts status={data} />
      )}
      {data && children?.(data)}
    </GlassSlab>
  );
}

function Facts({ status }: { status: NetworkStatus | undefined }) {
  const t = useText();
  return (
    <dl aria-busy={!status}>
      <Fact name={t('Connection Status')}>
        {status && (
          <>
            <ConnectionIndicator connection={status.connection} />
            {t(status.connection)}
          </>
        )}
      </Fact>
      <Fact name={t('Network Quality')}>{status && t(status.quality)}</Fact>
      <Fact name={t('Scheduled Maintenance')}>{status && t(status.maintenance)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const t = useText();
  return (
    <div>
      <dt>{name}</dt>
      <dd className="text-right">
        {children ?? (
          <span className="after-a-moment h-4 w-20 rounded-badge bg-glass-line">
            <span className="sr-only">{t('Loading...')}</span>
          </span>
        )}
      </dd>
    </div>
  );
}
