import type { StaffBundle } from '@portal/contract/billing/staff-data-bundles';
import { createBundle } from '@portal/contract/billing/staff-data-bundles';
import { useState } from 'react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { OfferRow } from '../../../offers/staff/components/offer-row.tsx';
import { useSetBundleActive } from '../api/change-bundles.ts';
import { useStaffBundles } from '../api/list-staff-bundles.ts';
import { BundleDialog } from './bundle-dialog.tsx';

/** Which bundle is being written; 'new' for one that is not there yet. */
type Written = StaffBundle | 'new' | null;

/** The extra data that customers can buy: to be offered, changed and retired. */
export function BundleTable() {
  const bundles = useStaffBundles();
  const [written, setWritten] = useState<Written>(null);
  return (
    <>
      <Allowed to={createBundle}>
        <div className="my-5">
          <Button onClick={() => setWritten('new')}>New data bundle</Button>
        </div>
      </Allowed>
      <AsyncBoundary
        query={bundles}
        failure="We could not load the data bundles"
        skeleton={<Skeleton className="h-60 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="No data bundles yet">Customers on plans with a limit can buy them at once.</EmptyState>
          ) : (
            <ul className="border-ink border-t">
              {loaded.map((bundle) => (
                <BundleRow key={bundle.id} bundle={bundle} onEdit={() => setWritten(bundle)} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      {written && <BundleDialog bundle={written === 'new' ? null : written} onClose={() => setWritten(null)} />}
    </>
  );
}

function formatSold(sold: number): string {
  if (sold === 0) return 'none sold this month';
  return `${sold.toLocaleString('en-NG')} sold this month`;
}

function BundleRow({ bundle, onEdit }: { bundle: StaffBundle; onEdit: () => void }) {
  const { gigabytes, price, sold } = bundle;
  return (
    <OfferRow offer={bundle} edits={createBundle} change={useSetBundleActive()} onEdit={onEdit}>
      <p className="soft small">
        {gigabytes.toLocaleString('en-NG')} GB for {formatExactNaira(price)}, {formatSold(sold)}
      </p>
    </OfferRow>
  );
}
