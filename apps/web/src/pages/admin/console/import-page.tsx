import { useParams } from 'react-router';
import { useImport } from '../../../features/console/imports/staff/api/imports.ts';
import { ImportView } from '../../../features/console/imports/staff/components/import-view.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const IMPORTS = { to: '/admin/imports', label: 'Imports' };

/** /admin/imports/:id: one import. */
export function ImportPage() {
  const { id = '' } = useParams();
  const run = useImport(id);
  return (
    <ConsolePageLayout back={IMPORTS}>
      <FoundOrMissing
        query={run}
        failure="We could not load the import"
        missing="There is no such import"
        back={IMPORTS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => <ImportView run={loaded} />}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
