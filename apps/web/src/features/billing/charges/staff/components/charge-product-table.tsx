import { createChargeProduct, type StaffChargeProduct } from '@portal/contract/billing/staff-charges';
import { useState } from 'react';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { OfferRow } from '../../../offers/staff/components/offer-row.tsx';
import { useSetChargeProductActive, useStaffChargeProducts } from '../api/charge-products.ts';
import { ChargeProductDialog } from './charge-product-dialog.tsx';

/** What can be charged once, and what lines have month by month: to be offered, changed and retired. */
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
  const { price, bearsVat, untaxedAs, monthly, prices } = product;
  const [, ...earlier] = prices;
  return (
    <OfferRow offer={product} edits={createChargeProduct} change={useSetChargeProductActive()} onEdit={onEdit}>
      <p className="soft small">
        {formatExactNaira(price)}
        {monthly && ' a month, on the bill of a line that has it'}
        {!bearsVat && (untaxedAs === 'zero-rated' ? ', zero-rated' : ', exempt from VAT')}
      </p>
      {earlier.length > 0 && (
        <p className="muted small">
          Before: {earlier.map((each) => `${formatExactNaira(each.price)} since ${formatDate(each.since)}`).join('; ')}
        </p>
      )}
    </OfferRow>
  );
}
