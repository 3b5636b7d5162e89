import { useNavigate, useSearchParams } from 'react-router';
import { ReportForm } from '../../../features/billing/gateway-settlements/staff/components/report-form.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/accounting/settlement-report: the report of a gateway whose settlements cannot be asked for. */
export function SettlementReportPage() {
  const navigate = useNavigate();
  return (
    <ConsolePageLayout
      title="Import a settlement report"
      lead="For a gateway that has no call for its settlements: download the settlement report from its dashboard as CSV. The columns are chosen once; a settlement that is in two reports is booked once."
      back={{ to: '/admin/accounting/settlements', label: 'Settlements' }}
    >
      <ReportForm
        wanted={useSearchParams()[0].get('gateway')}
        onImported={() => void navigate('/admin/accounting/settlements')}
      />
    </ConsolePageLayout>
  );
}
