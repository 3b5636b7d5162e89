import { createChargeProduct, type StaffChargeProduct } from '@portal/contract/billing/staff-charges';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useSetChargeProductActive, useStaffChargeProducts } from '../api/charge-products.ts';
import { ChargeProductDialog } from './charge-product-dialog.tsx';

/** What can be charged once: to be offered, changed and retired. */
export function ChargeProductTable() {
  const products = useStaffChargeProducts();
  const [written, setWritten] = useState<StaffChargeProduct | 'new' | null>(null);
  return (
    <>
      <Allowed to={createChargeProduct}>
        <div className="my-5">
          <Button onClick={() => setWritten('new')}>New one-off charge</Button>
        </div>
      </Allowed>
      <AsyncBoundary
        query={products}
        failure="We could not load the one-off charges"
        skeleton={<Skeleton className="h-60 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="No one-off charges yet">Staff charge them at the counter.</EmptyState>
          ) : (
            <ul className="border-ink border-t">
              {loaded.map((product) => (
                <ProductRow key={product.id} product={product} onEdit={() => setWritten(product)} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      {written && <ChargeProductDialog product={written === 'new' ? null : written} onClose={() => setWritten(null)} />}
    </>
  );
}

function ProductRow({ product, onEdit }: { product: StaffChargeProduct; onEdit: () => void }) {
  const { id, name, price, bearsVat, active, prices } = product;
  const change = useSetChargeProductActive();
  const oneAtATime = useOneAtATime();
  const [, ...earlier] = prices;
  async function turn() {
    try {
      const { message } = await change.mutateAsync({ id, active: !active });
      toast({ title: active ? 'Retired' : 'Offered again', description: message });
    } catch (failure) {
      toast({ title: 'Not saved', description: messageOf(failure), variant: 'destructive' });
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-3">
      <div className="min-w-48 flex-1">
        <p className="semi flex flex-wrap items-center gap-2 break-words">
          {name}
          {!active && (
            <Badge kind="mute" icon={Archive}>
              Retired
            </Badge>
          )}
        </p>
        <p className="soft small">
          {formatExactNaira(price)}
          {!bearsVat && ', without VAT'}
        </p>
        {earlier.length > 0 && (
          <p className="muted small">
            Before:{' '}
            {earlier.map((each) => `${formatExactNaira(each.price)} since ${formatDate(each.since)}`).join('; ')}
          </p>
        )}
      </div>
      <Allowed to={createChargeProduct}>
        <div className="flex gap-2">
          <Button variant="secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="quiet"
            aria-label={`${active ? 'Retire' : 'Offer again'}: ${name}`}
            busy={change.isPending}
            busyLabel="Saving..."
            onClick={() => oneAtATime(turn)}
          >
            {active ? 'Retire' : 'Offer again'}
          </Button>
        </div>
      </Allowed>
    </li>
  );
}
