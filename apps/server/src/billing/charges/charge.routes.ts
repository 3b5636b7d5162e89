import { getChargeQuote } from '@portal/contract/billing/payments';
import { createCharge as createEntry, listChargeProducts as listEntry } from '@portal/contract/billing/staff-charges';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Routes } from '../../platform/http/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { presentQuote } from '../pricing/quote-payment.ts';
import { createCharge } from './create-charge.ts';
import { readChargeProducts } from './read-charge-products.ts';

/** One-off charges, made by staff. */
export function registerCharge(routes: Routes, deps: BillingDependencies): void {
  routes.serve(listEntry, async () => readChargeProducts(deps.database));

  routes.serve(getChargeQuote, async ({ viewer, query }) => {
    const wish = { planId: '', purpose: 'period' as const, chargeId: query.charge };
    // A charge has a line of its own.
    const { id } = viewer.account;
    const { quote } = await deps.database.transaction((tx) =>
      deps.products.charge.quote(deps, tx, { ...wish, userId: id, lineId: id, now: deps.clock() }),
    );
    return presentQuote(quote);
  });

  routes.serve(createEntry, async ({ viewer, params, body }) => {
    const { lineId } = await requireLine(deps.database, { accountId: params.id, lineId: body.lineId });
    const { charge, invoice } = await createCharge(deps, {
      userId: params.id,
      lineId,
      staffId: viewer.user.id,
      productId: body.product,
      quantity: body.quantity,
      clientRequestId: body.clientRequestId ?? null,
    });
    return {
      success: true as const,
      message: `The charge is on invoice ${invoice.invoiceNumber}.`,
      charge: {
        id: charge.id,
        label: invoice.snapshot.lines[0]?.label ?? '',
        quantity: charge.quantity,
        total: nairaFromKobo(invoice.total),
        invoiceNumber: invoice.invoiceNumber,
        createdAt: charge.createdAt.toISOString(),
      },
    };
  });
}
