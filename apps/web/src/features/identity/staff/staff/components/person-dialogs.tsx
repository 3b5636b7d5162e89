import { addStaff, changeStaffRoles, type StaffPerson, switchStaff } from '@portal/contract/identity/staff-people';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { FormDialog, ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useAddStaff, useChangeRoles, useSwitchStaff } from '../api/staff-people.ts';
import { RoleChoice } from './role-choice.tsx';

/** Adds a colleague, who gets a mail. */
export function AddStaffDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useAddStaff();
  const { field, ...form } = useCallForm({
    schema: addStaff.body,
    start: { firstName: '', lastName: '', email: '', roles: [] as string[] },
    bodyOf: (fields) => fields,
    call: mutateAsync,
    onDone: ({ message, person }) => {
      toast({ title: bidiIsolate(person.name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Add a colleague" confirm="Add" form={form} onClose={onClose}>
      <p className="soft">They get a mail with a link to choose a password. Every owner is told of it.</p>
      <Field label="First name" maxLength={100} autoComplete="off" {...field('firstName')} />
      <Field label="Last name" maxLength={100} autoComplete="off" {...field('lastName')} />
      <Field label="Email address" type="email" maxLength={255} autoComplete="off" {...field('email')} />
      <RoleChoice {...field('roles')} />
    </FormDialog>
  );
}

/** Changes the roles of a colleague. */
export function RolesDialog({ person, onClose }: { person: StaffPerson; onClose: () => void }) {
  const { mutateAsync } = useChangeRoles(person.id);
  const { field, ...form } = useCallForm({
    schema: changeStaffRoles.body,
    start: { roles: person.roles as string[] },
    bodyOf: (fields) => fields,
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: bidiIsolate(person.name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={`Roles of ${bidiIsolate(person.name)}`} confirm="Save" form={form} onClose={onClose}>
      {person.signsInBy.includes('directory') && (
        <p className="soft">They sign in by the directory, which gives them its roles at each sign-in.</p>
      )}
      <RoleChoice {...field('roles')} />
    </FormDialog>
  );
}

/** Switches a colleague off, or on again. */
export function SwitchDialog({ person, onClose }: { person: StaffPerson; onClose: () => void }) {
  // The dialog's subject must not change under the reader's eyes when the change succeeds.
  const [{ id, isOn, name }] = useState(person);
  const { mutateAsync } = useSwitchStaff(id);
  const verb = isOn ? 'Switch off' : 'Switch on';
  return (
    <ReasonDialog
      title={`${verb}: ${bidiIsolate(name)}`}
      doneTitle={bidiIsolate(name)}
      confirm={verb}
      schema={switchStaff.body}
      beside={{ isOn: !isOn }}
      call={mutateAsync}
      onClose={onClose}
    >
      <p className="soft">
        {isOn
          ? 'They are signed out everywhere within seconds and cannot sign in until they are switched on again. What they did stays on record.'
          : 'They can sign in again, with the roles that they had.'}
      </p>
    </ReasonDialog>
  );
}
