import { brand } from '@portal/brand';
import { Activity, CreditCard, Layers, Plug } from 'lucide-react';
import { useGateways } from '../../../features/billing/payments/api/list-gateways.ts';
import { useServicePlans } from '../../../features/catalogue/plans/api/list-service-plans.ts';
import { useEndpointCount } from '../../../features/console/system/api/count-endpoints.ts';
import { formatNaira } from '../../../shared/format/naira.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ErrorState } from '../../../shared/ui/async/error-state.tsx';
import { LoadingAnnouncement } from '../../../shared/ui/async/loading-announcement.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { StatTile } from '../../../shared/ui/layout/stat-tile.tsx';

/**
 * The portal's present numbers of endpoints, plans and gateways; the uptime is the brand's claim.
 */
export function DemoStats() {
  const t = useText();
  const plans = useServicePlans();
  const gateways = useGateways();
  const endpoints = useEndpointCount();
  const failed = [plans, gateways, endpoints].find((query) => query.isLoadingError);
  if (failed) {
    return (
      <div className="mt-8">
        <ErrorState
          title={t('We could not load the figures')}
          error={failed.error}
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      </div>
    );
  }
  if (!plans.data || !gateways.data || endpoints.data === undefined) {
    return (
      <LoadingAnnouncement>
        <Skeleton className="mt-8 h-[36rem] w-full rounded-panel sm:h-72 lg:h-40" />
      </LoadingAnnouncement>
    );
  }
  const prices = plans.data.map((plan) => plan.price);
  const from = { price: formatNaira(Math.min(...prices)) };
  return (
    <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4 [&_.stat>div]:mt-0">
      <StatTile
        label={t('Plans on offer')}
        icon={Layers}
        figure={prices.length}
        context={prices.length > 0 ? t('From {price} a month', from) : t('No plans available')}
      />
      <StatTile
        label={t('Ways to pay')}
        icon={CreditCard}
        figure={gateways.data.length}
        context={gateways.data.map((gateway) => gateway.name).join(', ') || t('None at the moment')}
      />
      <StatTile
        label={t('Endpoints')}
        icon={Plug}
        figure={endpoints.data}
        context={t('Described in the API’s own document')}
      />
      <StatTile
        label={t('Uptime')}
        icon={Activity}
        figure={brand.claims.uptime}
        context={t('What {provider} promises for its network', { provider: brand.name })}
      />
    </div>
  );
}
