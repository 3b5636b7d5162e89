import { useSearchParams } from 'react-router';
import { SettlementGateways } from '../../../features/billing/gateway-settlements/staff/components/settlement-gateways.tsx';
import {
  SettlementFilters,
  SettlementList,
} from '../../../features/billing/gateway-settlements/staff/components/settlement-list.tsx';
import { settlementChoiceOf } from '../../../features/billing/gateway-settlements/staff/settlement-choice.ts';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/accounting/settlements: what the gateways paid out, and what does not agree in it. */
export function SettlementsPage() {
  const choice = settlementChoiceOf(useSearchParams()[0]);
  return (
    <ConsolePageLayout
      title="Settlements"
      lead="What the gateways paid out to the bank, of which payments, and less which fees. Each is booked once it is paid out; what does not agree waits here until somebody has looked at it."
      back={{ to: '/admin/accounting', label: 'Accounting' }}
    >
      <section aria-labelledby="gateways-title" className="mt-8">
        <h2 className="h3 mb-4" id="gateways-title">
          Gateways
        </h2>
        <SettlementGateways />
      </section>
      <section aria-labelledby="paid-out-title" className="mt-12">
        <h2 className="h3 mb-2" id="paid-out-title">
          Paid out
        </h2>
        <SettlementFilters choice={choice} />
        <div className="mt-6">
          <SettlementList choice={choice} />
        </div>
      </section>
    </ConsolePageLayout>
  );
}
