import { createVendorProfile, type VendorProfile } from '@portal/contract/network/staff-vendor-profiles';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useCreateProfile, useDeleteProfile, useResetProfile } from '../api/vendor-profiles.ts';

type DialogProps = { profile: VendorProfile; onClose: () => void };

/** Adds a profile with the lines of this one. */
export function CopyDialog({ profile, onClose, onCopied }: DialogProps & { onCopied: (id: string) => void }) {
  const creating = useCreateProfile();
  const { field, ...form } = useCallForm({
    schema: createVendorProfile.body,
    start: { name: '' },
    bodyOf: ({ name }) => ({ name, ...profile.templates }),
    call: creating.mutateAsync,
    onDone: ({ message, profile: { id, name } }) => {
      toast({ title: bidiIsolate(name), description: message });
      onClose();
      onCopied(id);
    },
  });
  return (
    <FormDialog title={`Copy ${bidiIsolate(profile.name)}`} confirm="Copy" form={form} onClose={onClose}>
      <p className="soft">
        The copy has the lines as they are saved, and can be changed without touching this profile.
      </p>
      <Field label="Name of the copy" maxLength={60} autoComplete="off" {...field('name')} />
    </FormDialog>
  );
}

export function ResetDialog({ profile, onClose }: DialogProps) {
  const resetting = useResetProfile(profile.id);
  const reset = useMutateOnce(resetting);
  return (
    <ConfirmDialog
      title={`Set ${bidiIsolate(profile.name)} back?`}
      confirm="Set back"
      busy={resetting.isPending}
      error={resetting.error}
      onConfirm={() =>
        reset(undefined, {
          onSuccess: ({ message }) => {
            toast({ title: bidiIsolate(profile.name), description: message });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      What was edited is lost. Lines get the attributes that the portal came with from their next authorisation or
      change on.
    </ConfirmDialog>
  );
}

export function DeleteDialog({ profile, onClose, onDeleted }: DialogProps & { onDeleted: () => void }) {
  const deleting = useDeleteProfile(profile.id);
  const remove = useMutateOnce(deleting);
  return (
    <ConfirmDialog
      title={`Delete ${bidiIsolate(profile.name)}?`}
      confirm="Delete"
      busy={deleting.isPending}
      error={deleting.error}
      onConfirm={() =>
        remove(undefined, {
          onSuccess: ({ message }) => {
            toast({ title: bidiIsolate(profile.name), description: message });
            onClose();
            onDeleted();
          },
        })
      }
      onClose={onClose}
    >
      It is possible only while no access server has it.
    </ConfirmDialog>
  );
}
