import { startArchive } from '@portal/contract/console/archives';
import { ArchiveSection } from '../../../features/console/archives/staff/archive-section.tsx';
import { ExportList } from '../../../features/console/exports/staff/export-list.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/exports: everything that the operator owns, to take along. */
export function ExportsPage() {
  return (
    <ConsolePageLayout
      title="Exports"
      lead="Everything that is yours, as files that a spreadsheet opens. They hold personal data: who downloads what is in the audit log."
    >
      <ExportList />
      <Allowed to={startArchive}>
        <ArchiveSection />
      </Allowed>
    </ConsolePageLayout>
  );
}
