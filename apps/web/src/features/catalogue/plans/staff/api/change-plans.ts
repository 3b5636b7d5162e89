import {
  createPlan,
  editPlan,
  listStaffPlans,
  orderPlans,
  type PlanForm,
  type StaffPlan,
  setPlanActive,
} from '@portal/contract/catalogue/staff-plans';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * After a change the list is refetched whatever its outcome: a refusal means that a colleague was
 * faster.
 */
function renewPlans(client: QueryClient) {
  return client.invalidateQueries({ queryKey: [listStaffPlans.path] });
}

/** Offers a new plan, or with an id changes one. */
export function useSavePlan(id: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PlanForm) =>
      id === null ? callEndpoint(createPlan, { body }) : callEndpoint(editPlan, { params: { id }, body }),
    onSettled: () => renewPlans(client),
  });
}

/** Retires a plan, or offers it again. */
export function useSetPlanActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: Pick<StaffPlan, 'id' | 'active'>) =>
      callEndpoint(setPlanActive, { params: { id }, body: { active } }),
    onSettled: () => renewPlans(client),
  });
}

/** Puts all plans in another order. The answer is the new list. */
export function useOrderPlans() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => callEndpoint(orderPlans, { body: { ids } }),
    onSuccess: ({ plans }) => void client.setQueryData([listStaffPlans.path], plans),
    onError: () => renewPlans(client),
  });
}
