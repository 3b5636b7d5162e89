import {
  setPlanActive as activeEntry,
  createPlan as createEntry,
  editPlan as editEntry,
  listStaffPlans as listEntry,
  orderPlans as orderEntry,
} from '@portal/contract/catalogue/staff-plans';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import {
  createPlan,
  editPlan,
  listStaffPlans,
  orderPlans,
  type StaffPlanDependencies,
  setPlanActive,
} from './change-plans.ts';

/** The catalogue as staff manage it. */
export function registerStaffPlan(routes: Routes, deps: StaffPlanDependencies): void {
  routes.serve(listEntry, async () => listStaffPlans(deps));

  routes.serve(createEntry, async ({ viewer, body }) => {
    const plan = await createPlan(deps, viewer.user.id, body);
    return { success: true as const, message: `${plan.name} is offered now.`, plan };
  });

  routes.serve(editEntry, async ({ viewer, params, body }) => {
    const plan = await editPlan(deps, { staffId: viewer.user.id, id: params.id, form: body });
    return { success: true as const, message: 'The plan is changed.', plan };
  });

  routes.serve(activeEntry, async ({ viewer, params, body }) => {
    const plan = await setPlanActive(deps, { staffId: viewer.user.id, id: params.id, active: body.active });
    const message = plan.active ? `${plan.name} is offered again.` : `${plan.name} is retired; its customers keep it.`;
    return { success: true as const, message, plan };
  });

  routes.serve(orderEntry, async ({ viewer, body }) => {
    const plans = await orderPlans(deps, viewer.user.id, body.ids);
    return { success: true as const, message: 'The order is saved.', plans };
  });
}
