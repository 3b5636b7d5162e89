import { useParams } from 'react-router';
import { useSettlement } from '../../../features/billing/gateway-settlements/staff/api/settlements.ts';
import { SettlementView } from '../../../features/billing/gateway-settlements/staff/components/settlement-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const SETTLEMENTS = { to: '/admin/accounting/settlements', label: 'Settlements' };

/** /admin/accounting/settlements/:id: one settlement with its payments and findings. */
export function SettlementPage() {
  const { id = '' } = useParams();
  const settlement = useSettlement(id);
  return (
    <ConsolePageLayout back={SETTLEMENTS}>
      <FoundOrMissing
        query={settlement}
        failure="We could not load this settlement"
        missing="There is no such settlement"
        back={SETTLEMENTS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <SettlementView key={loaded.id} settlement={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
