import { AddData } from '../../features/billing/data-bundles/components/add-data.tsx';
import { LatestSpeedCard } from '../../features/network/speed-tests/components/latest-speed-card.tsx';
import { SpeedHistoryPanel } from '../../features/network/speed-tests/components/speed-history-panel.tsx';
import { DailyUsagePanel } from '../../features/network/usage/components/daily-usage-panel.tsx';
import { MonthlyUsagePanel } from '../../features/network/usage/components/monthly-usage-panel.tsx';
import { UsageSlab } from '../../features/network/usage/components/usage-slab.tsx';
import { useText } from '../../shared/i18n/use-text.ts';

/** Usage and speed over time (specification section 2, Dashboard, Analytics). */
export function AnalyticsTab() {
  const t = useText();
  return (
    <div className="grid gap-5 lg:gap-6">
      <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:gap-6">
        <UsageSlab title={t('Current usage')} action={<AddData variant="glass-outline" />} />
        <LatestSpeedCard />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[7fr_5fr] lg:gap-6">
        <MonthlyUsagePanel />
        <SpeedHistoryPanel />
      </div>
      <DailyUsagePanel />
    </div>
  );
}
