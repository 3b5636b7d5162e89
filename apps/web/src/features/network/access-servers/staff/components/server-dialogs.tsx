import {
  type AccessServer,
  changeAccessServer,
  createAccessServer,
  turnAccessServerSecret,
} from '@portal/contract/network/staff-access-servers';
import type { VendorProfile } from '@portal/contract/network/staff-vendor-profiles';
import { parseNumber } from '@portal/kernel/parse-amount';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useServiceAreas } from '../../../areas/staff/api/areas.ts';
import { AreaField } from '../../../areas/staff/components/area-field.tsx';
import { useVendorProfiles } from '../../../vendor-profiles/staff/api/vendor-profiles.ts';
import { useChangeServer, useCreateServer, useTurnSecret } from '../api/access-servers.ts';

const COA_PORT = '3799';

type Fields = { name: string; address: string; profileId: string; area: string; coaPort: string };

const bodyOf = ({ area, coaPort, ...fields }: Fields) => ({
  ...fields,
  area: area.trim() === '' ? null : area,
  coaPort: parseNumber(coaPort),
});

type Registered = ReturnType<ReturnType<typeof useCallForm<Fields, unknown, unknown>>['field']>;

type ServerFieldsProps = {
  field: (name: keyof Fields) => Omit<Registered, 'name'> & { name: string };
  profiles: readonly VendorProfile[];
};

function ServerFields({ field, profiles }: ServerFieldsProps) {
  const areas = useServiceAreas();
  return (
    <>
      <Field label="Name" maxLength={60} autoComplete="off" placeholder="bng-abuja-1" {...field('name')} />
      <Field
        label="Address"
        maxLength={45}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="10.0.0.1"
        hint="As its packets name it (NAS-IP-Address). * stands for every one that is not on this list."
        {...field('address')}
      />
      <SelectField
        label="Vendor profile"
        placeholder="Choose its vendor"
        options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        hint="How it is told the speed of a line."
        {...field('profileId')}
      />
      <AreaField areas={areas} hint="Leave it empty when it serves several." {...field('area')} />
      <Field
        label="Port for Disconnect and CoA"
        inputMode="numeric"
        autoComplete="off"
        hint="3799; older RouterOS has 1700."
        {...field('coaPort')}
      />
    </>
  );
}

/** Its value is never shown: whoever sees the screen would have it. */
function SecretField({ field }: { field: { error?: string | undefined } & object }) {
  return (
    <Field
      label="Secret"
      type="password"
      maxLength={64}
      autoComplete="new-password"
      hint="At least 16 characters (openssl rand -hex 24), the same as on the access server. It is never shown again."
      {...field}
    />
  );
}

type FormProps = { profiles: readonly VendorProfile[]; onClose: () => void };

function NewServerForm({ profiles, address, onClose }: FormProps & { address: string }) {
  const creating = useCreateServer();
  const { field, ...form } = useCallForm({
    schema: createAccessServer.body,
    start: { name: '', address, profileId: '', area: '', coaPort: COA_PORT, secret: '' },
    bodyOf: ({ secret, ...fields }) => ({ ...bodyOf(fields), secret }),
    call: creating.mutateAsync,
    onDone: ({ message, server }) => {
      toast({ title: bidiIsolate(server.name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Add an access server" confirm="Add" form={form} onClose={onClose}>
      <ServerFields field={field} profiles={profiles} />
      <SecretField field={field('secret')} />
    </FormDialog>
  );
}

function ChangeServerForm({ profiles, server, onClose }: FormProps & { server: AccessServer }) {
  const changing = useChangeServer(server.id);
  const { field, ...form } = useCallForm({
    schema: changeAccessServer.body,
    start: {
      name: server.name,
      address: server.address,
      profileId: server.profile.id,
      area: server.area ?? '',
      coaPort: String(server.coaPort),
    },
    bodyOf,
    call: changing.mutateAsync,
    onDone: ({ message, server: changed }) => {
      toast({ title: bidiIsolate(changed.name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={bidiIsolate(server.name)} confirm="Save" form={form} onClose={onClose}>
      <ServerFields field={field} profiles={profiles} />
    </FormDialog>
  );
}

export type ServerDialogProps = {
  /** The one to change, or the address of a new one. */
  server: AccessServer | { readonly address: string };
  onClose: () => void;
};

/** Adds an access server, or changes its facts. */
export function ServerDialog({ server, onClose }: ServerDialogProps) {
  const profiles = useVendorProfiles();
  if (profiles.data !== undefined) {
    const known = profiles.data.profiles;
    return 'id' in server ? (
      <ChangeServerForm profiles={known} server={server} onClose={onClose} />
    ) : (
      <NewServerForm profiles={known} address={server.address} onClose={onClose} />
    );
  }
  return (
    <Dialog open title="Access server" onClose={onClose}>
      <div className="mt-4">
        <AsyncBoundary
          query={profiles}
          failure="We could not load the vendor profiles"
          skeleton={<Skeleton className="h-80 w-full" />}
        >
          {() => null}
        </AsyncBoundary>
      </div>
    </Dialog>
  );
}

/** Gives an access server a new secret. */
export function TurnSecretDialog({ server, onClose }: { server: AccessServer; onClose: () => void }) {
  const turning = useTurnSecret(server.id);
  const { field, ...form } = useCallForm({
    schema: turnAccessServerSecret.body,
    start: { secret: '' },
    bodyOf: (fields) => fields,
    call: turning.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: bidiIsolate(server.name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`New secret for ${bidiIsolate(server.name)}`}
      confirm="Turn the secret"
      form={form}
      onClose={onClose}
    >
      <p className="soft">
        Requests are signed with the new secret from now on, and with the present one where the access server does not
        answer. FreeRADIUS gets the new one with its next reading, so enter it on the access server in the same minutes.
      </p>
      <SecretField field={field('secret')} />
    </FormDialog>
  );
}
