import {
  addStaff,
  changeStaffRole,
  changeStaffRoles,
  getStaffMe,
  listStaffPeople,
  listStaffRoles,
  switchStaff,
} from '@portal/contract/identity/staff-people';
import type { Permission, StaffRole } from '@portal/contract/platform/staff-permissions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Everybody who works at the console. */
export function useStaffPeople() {
  return useQuery({
    queryKey: [listStaffPeople.path],
    queryFn: () => callEndpoint(listStaffPeople),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** The roles, and what each allows. */
export function useStaffRoles() {
  return useQuery({
    queryKey: [listStaffRoles.path],
    queryFn: () => callEndpoint(listStaffRoles),
    refetchOnMount: 'always',
  });
}

/** A write; who works here, the roles and one's own permissions are refetched, whatever the outcome. */
function useStaffWrite<Order, Answer>(mutationFn: (order: Order) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [listStaffPeople, listStaffRoles, getStaffMe].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}

/** Adds a colleague. */
export function useAddStaff() {
  return useStaffWrite((body: Infer<typeof addStaff.body>) => callEndpoint(addStaff, { body }));
}

/** Gives a colleague exactly these roles. */
export function useChangeRoles(id: number) {
  return useStaffWrite((body: Infer<typeof changeStaffRoles.body>) =>
    callEndpoint(changeStaffRoles, { params: { id }, body }),
  );
}

/** Switches a colleague off or on. */
export function useSwitchStaff(id: number) {
  return useStaffWrite((body: Infer<typeof switchStaff.body>) => callEndpoint(switchStaff, { params: { id }, body }));
}

/** Has roles allow exactly these permissions, one after the other. */
export function useChangeRolePermissions() {
  return useStaffWrite(async (roles: readonly { readonly name: StaffRole; readonly permissions: Permission[] }[]) => {
    for (const { name, permissions } of roles) {
      await callEndpoint(changeStaffRole, { params: { name }, body: { permissions } });
    }
  });
}
