import { getChargeQuote } from '@portal/contract/billing/payments/payments';
import {
  createCharge as createEntry,
  createChargeProduct as createProductEntry,
  editChargeProduct as editProductEntry,
  listChargeProducts as listEntry,
  listStaffChargeProducts as listProductsEntry,
  setChargeProductActive as productActiveEntry,
} from '@portal/contract/billing/staff-charges';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { presentQuote } from '../pricing/quote-payment.ts';
import {
  createChargeProduct,
  editChargeProduct,
  listStaffChargeProducts,
  setChargeProductActive,
} from './change-charge-products.ts';
import { createCharge } from './create-charge.ts';
import { readChargeProducts } from './read-charge-products.ts';

function serveProducts(routes: Routes, deps: BillingDependencies): void {
  routes.serve(listProductsEntry, async () => listStaffChargeProducts(deps.database));

  routes.serve(createProductEntry, async ({ viewer, body }) => {
    const product = await createChargeProduct(deps, viewer.user.id, body);
    return { success: true as const, message: `${product.name} can be charged now.`, product };
  });

  routes.serve(editProductEntry, async ({ viewer, params, body }) => {
    const product = await editChargeProduct(deps, { staffId: viewer.user.id, id: params.id, form: body });
    return { success: true as const, message: 'It is changed from now on. Invoices keep what they say.', product };
  });

  routes.serve(productActiveEntry, async ({ viewer, params, body }) => {
    const product = await setChargeProductActive(deps, { staffId: viewer.user.id, id: params.id, active: body.active });
    const message = product.active ? `${product.name} can be charged again.` : `${product.name} is charged no more.`;
    return { success: true as const, message, product };
  });
}

/** One-off charges, made by staff, and what is charged. */
export function registerCharge(routes: Routes, deps: BillingDependencies): void {
  serveProducts(routes, deps);
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
