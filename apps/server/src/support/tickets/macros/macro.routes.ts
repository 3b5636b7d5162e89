import {
  createMacro,
  deleteMacro,
  listMacros as listEntry,
  previewMacro as previewEntry,
  runMacro as runEntry,
  updateMacro,
} from '@portal/contract/support/macros';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import type { TicketDependencies } from '../ticket-dependencies.ts';
import { listAllMacros, removeMacro, saveMacro } from './manage-macros.ts';
import { previewMacro, runMacro } from './run-macro.ts';

/** What staff do to a ticket with one press, and what they may choose from. */
export function registerMacro(routes: Routes, deps: TicketDependencies): void {
  routes.serve(listEntry, async () => listAllMacros(deps.database));

  routes.serve(createMacro, async ({ viewer, body }) => {
    const macro = await saveMacro(deps, viewer.user.id, { id: null, form: body });
    return { success: true as const, message: 'Macro saved.', macro };
  });

  routes.serve(updateMacro, async ({ viewer, params, body }) => {
    const macro = await saveMacro(deps, viewer.user.id, { id: params.id, form: body });
    return { success: true as const, message: 'Macro saved.', macro };
  });

  routes.serve(deleteMacro, async ({ viewer, params }) => {
    await removeMacro(deps, viewer.user.id, params.id);
    return { success: true as const, message: 'Macro deleted.' };
  });

  routes.serve(previewEntry, async ({ viewer, params }) => previewMacro(deps, { ...params, agent: viewer.user }));

  routes.serve(runEntry, async ({ viewer, params, body }) => {
    const ticket = await runMacro(deps, { ...body, ...params, agent: viewer.user });
    return { success: true as const, message: 'All of it is done.', ticket };
  });
}
