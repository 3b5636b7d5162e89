import { getCompany, saveOwnCompany as saveOwnEntry } from '@portal/contract/billing/companies';
import {
  endCompany as endEntry,
  getStaffCompany,
  listWithholdingTaxes as listTaxesEntry,
  recordWithholdingDocument as recordDocumentEntry,
  saveCompany as saveEntry,
} from '@portal/contract/billing/staff-companies';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { requireLine } from '../lines/require-line.ts';
import { changeCompany, changeOwnCompany, readCompany } from './change-company.ts';
import { endCompany } from './end-company.ts';
import { listWithholdingTaxes, recordWithholdingDocument } from './withholding-tax/record-document.ts';

/** Accounts with one invoice a month for all lines, and the tax that they withhold. */
export function registerCompany(routes: Routes, deps: BillingDependencies): void {
  const { database } = deps;
  routes.serve(getCompany, async ({ viewer }) => ({
    company: await readCompany(database, viewer.account.id),
  }));

  routes.serve(saveOwnEntry, async ({ viewer, body }) => {
    const company = await changeOwnCompany(deps, { accountId: viewer.account.id, form: body });
    return { success: true as const, message: 'Saved', company };
  });

  routes.serve(getStaffCompany, async ({ params }) => {
    const { accountId } = await requireLine(database, { accountId: params.id });
    return { company: await readCompany(database, accountId) };
  });

  routes.serve(saveEntry, async ({ viewer, params, body }) => {
    const { accountId } = await requireLine(database, { accountId: params.id });
    const company = await changeCompany(deps, { accountId, staffId: viewer.user.id, form: body });
    return { success: true as const, message: 'The company is saved.', company };
  });

  routes.serve(endEntry, async ({ viewer, params, body }) => {
    const { accountId } = await requireLine(database, { accountId: params.id });
    await endCompany(deps, { accountId, staffId: viewer.user.id, reason: body.reason });
    return { success: true as const, message: 'Each line is paid for by itself now.' };
  });

  routes.serve(listTaxesEntry, async ({ query }) => listWithholdingTaxes(database, query.customer ?? null));

  routes.serve(recordDocumentEntry, async ({ viewer, params, body }) => {
    const { creditNoteNumber, creditNoteDate, slipId = null } = body;
    const document = { id: params.id, staffId: viewer.user.id, creditNoteNumber, creditNoteDate, slipId };
    const withholdingTax = await recordWithholdingDocument(deps, document);
    return { success: true as const, message: 'The document is recorded.', withholdingTax };
  });
}
