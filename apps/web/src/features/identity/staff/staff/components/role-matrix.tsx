import { changeStaffRole, type RoleView } from '@portal/contract/identity/staff-people';
import {
  mayBeGranted,
  type Permission,
  permissions,
  type StaffRole,
} from '@portal/contract/platform/staff-permissions';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useMediaQuery } from '../../../../../shared/ui/hooks/use-media-query.ts';
import { useChangeRolePermissions, useStaffRoles } from '../api/staff-people.ts';
import { permissionLabel, roleLabels } from '../role-labels.ts';

/** What each role allows; owners change it, and save all changes together. */
export function RoleMatrix() {
  const roles = useStaffRoles();
  return (
    <AsyncBoundary
      query={roles}
      failure="We could not load the roles"
      skeleton={<Skeleton className="h-[60rem] w-full" />}
    >
      {(loaded) => <Matrix roles={loaded} />}
    </AsyncBoundary>
  );
}

type Cell = { readonly role: StaffRole; readonly permission: Permission };
const keyOf = ({ role, permission }: Cell) => `${role} ${permission}`;

/** The stored roles with the cells that were turned and not saved yet. */
function useTurned(roles: readonly RoleView[]) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const granted = new Set(
    roles.flatMap(({ name: role, permissions: all }) => all.map((permission) => keyOf({ role, permission }))),
  );
  const isOn = (cell: Cell) => granted.has(keyOf(cell)) !== turned.has(keyOf(cell));
  return {
    isOn,
    turn: (cell: Cell) => {
      const key = keyOf(cell);
      setTurned(new Set(turned.has(key) ? [...turned].filter((other) => other !== key) : [...turned, key]));
    },
    drop: () => setTurned(new Set()),
    changed: roles
      .filter(({ name }) => [...turned].some((key) => key.startsWith(`${name} `)))
      .map(({ name }) => ({ name, permissions: permissions.filter((permission) => isOn({ role: name, permission })) })),
  };
}

function Matrix({ roles }: { roles: readonly RoleView[] }) {
  const mayChange = useMay()(changeStaffRole);
  const isWide = useMediaQuery('(min-width: 1024px)');
  const [shown, setShown] = useState<StaffRole>('support');
  const { isOn, turn, drop, changed } = useTurned(roles);
  const box = (cell: Cell) => (
    <input
      type="checkbox"
      className="size-5 accent-primary disabled:opacity-45"
      aria-label={`${roleLabels[cell.role].name}: ${permissionLabel(cell.permission)}`}
      checked={isOn(cell)}
      disabled={!mayChange || !mayBeGranted(cell.role, cell.permission)}
      onChange={() => turn(cell)}
    />
  );
  return (
    <>
      {isWide ? (
        <Table roles={roles} box={box} />
      ) : (
        <>
          <SelectField
            label="Role"
            options={roles.map(({ name }) => ({ value: name, label: roleLabels[name].name }))}
            value={shown}
            onChange={({ target }) => setShown(roles.find(({ name }) => name === target.value)?.name ?? shown)}
          />
          <p className="soft small mt-2">{roleLabels[shown].text}</p>
          <ul className="mt-4 border-ink border-t">
            {permissions.map((permission) => (
              <li key={permission} className="flex min-h-11 items-center justify-between gap-4 border-line border-b">
                {permissionLabel(permission)}
                {box({ role: shown, permission })}
              </li>
            ))}
          </ul>
        </>
      )}
      {changed.length > 0 && <SaveBar changed={changed} onDone={drop} />}
    </>
  );
}

function Table({ roles, box }: { roles: readonly RoleView[]; box: (cell: Cell) => React.ReactNode }) {
  return (
    <table className="w-full border-ink border-t text-left">
      <thead className="small sticky top-0 bg-paper">
        <tr>
          <th className="py-3 pr-4 font-semibold">Permission</th>
          {roles.map(({ name }) => (
            <th key={name} className="px-2 py-3 text-center font-semibold" title={roleLabels[name].text}>
              {roleLabels[name].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => (
          <tr key={permission} className="border-line border-t">
            <th scope="row" className="py-2.5 pr-4 font-normal">
              {permissionLabel(permission)}
            </th>
            {roles.map(({ name: role }) => (
              <td key={role} className="px-2 py-2.5 text-center">
                {box({ role, permission })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SaveBarProps = { changed: readonly { name: StaffRole; permissions: Permission[] }[]; onDone: () => void };

function SaveBar({ changed, onDone }: SaveBarProps) {
  const saving = useChangeRolePermissions();
  const send = useMutateOnce(saving);
  const names = changed.map(({ name }) => roleLabels[name].name).join(', ');
  const save = () =>
    send(changed, {
      onSuccess: () => {
        toast({ title: 'Roles saved', description: `${names}: it counts from the next click of those who have it.` });
        onDone();
      },
      onError: (failure) => toast({ title: 'Not saved', description: messageOf(failure), variant: 'destructive' }),
    });
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-ink border-t bg-paper py-4">
      <p className="semi mr-auto">Changed and not saved: {names}</p>
      <Button busy={saving.isPending} busyLabel="Saving..." onClick={save}>
        Save roles
      </Button>
      <Button variant="secondary" onClick={onDone}>
        Discard
      </Button>
    </div>
  );
}
