import { staffRoles } from '@portal/contract/platform/staff-permissions';
import { CircleAlert } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { roleLabels } from '../role-labels.ts';

export type RoleChoiceProps = UseFormRegisterReturn & { error: string | undefined };

/** The roles of a member of staff. */
export function RoleChoice({ error, ...input }: RoleChoiceProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={error && 'roles-error'}>
      <legend className="field-label">Roles</legend>
      {error && (
        <p className="field-error mt-1" id="roles-error" role="alert">
          <CircleAlert />
          {error}
        </p>
      )}
      <div className="mt-2 grid gap-1">
        {staffRoles.map((role) => (
          <label key={role} className="flex min-h-11 items-start gap-3 py-1.5">
            <input type="checkbox" className="mt-0.5 size-5 flex-none accent-primary" value={role} {...input} />
            <span className="min-w-0">
              <span className="semi block">{roleLabels[role].name}</span>
              <span className="soft small block">{roleLabels[role].text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
