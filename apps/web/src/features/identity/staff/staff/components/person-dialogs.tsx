import { appointStaff, changeStaffRoles, type StaffPerson, switchStaff } from '@portal/contract/identity/staff-people';
import { type ReactNode, useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/reason-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useAppointStaff, useChangeRoles, useSwitchStaff } from '../api/staff-people.ts';
import { RoleChoice } from './role-choice.tsx';

const FORM_ID = 'staff-person';

type FormDialogProps = {
  title: string;
  confirm: string;
  form: Pick<ReturnType<typeof useCallForm>, 'busy' | 'failure' | 'submit'>;
  onClose: () => void;
  children: ReactNode;
};

function FormDialog({ title, confirm, form: { busy, failure, submit }, onClose, children }: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button type="submit" form={FORM_ID} busy={busy} busyLabel="Saving...">
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="mt-4 grid gap-5" noValidate onSubmit={submit}>
        {children}
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}

/** Appoints a colleague, who gets a mail. */
export function AppointDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useAppointStaff();
  const { field, ...form } = useCallForm({
    schema: appointStaff.body,
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
