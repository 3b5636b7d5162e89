import {
  changeVendorProfile,
  type listVendorProfiles,
  previewVendorProfile,
  templatePurposes,
  type VendorProfile,
} from '@portal/contract/network/staff-vendor-profiles';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useChangeProfile } from '../api/vendor-profiles.ts';
import { purposeLabels, readTemplates, type WrittenTemplates, writeTemplates } from '../profile-lines.ts';
import { CopyDialog, DeleteDialog, ResetDialog } from './profile-dialogs.tsx';
import { ProfilePreview } from './profile-preview.tsx';

type Known = z.output<typeof listVendorProfiles.answer>;
type Fields = WrittenTemplates & { name: string };
type Open = 'copy' | 'reset' | 'delete' | null;

export type ProfileEditorProps = {
  profile: VendorProfile;
  known: Known;
  onChoose: (id: string | null) => void;
};

/** The lines of a profile by purpose, beside what a line of a plan gets from them. */
export function ProfileEditor({ profile, known, onChoose }: ProfileEditorProps) {
  const changing = useChangeProfile(profile.id);
  const { field, form, ...rest } = useCallForm({
    schema: changeVendorProfile.body,
    start: { name: profile.name, ...writeTemplates(profile.templates) } as Fields,
    bodyOf: ({ name, ...written }) => ({ name, ...readTemplates(written) }),
    call: changing.mutateAsync,
    onDone: ({ message, profile: { name } }) => toast({ title: bidiIsolate(name), description: message }),
  });
  const { name: _, ...written } = form.watch();
  return (
    <section aria-labelledby="profile-heading" className="mt-4">
      <h2 id="profile-heading" className="h3 wrap-anywhere">
        {bidiIsolate(profile.name)}
      </h2>
      <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-8 *:min-w-0 lg:grid-cols-2">
        <form noValidate className="grid content-start gap-4 [&_textarea]:min-h-12!" onSubmit={rest.submit}>
          <Field label="Name" maxLength={60} autoComplete="off" {...field('name')} />
          {templatePurposes.map((purpose) => (
            <TextAreaField
              key={purpose}
              label={purposeLabels[purpose].label}
              rows={Math.max(2, written[purpose].split('\n').length)}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              hint={`${purposeLabels[purpose].hint} ${namesOf(known, purpose)}`}
              {...field(purpose)}
            />
          ))}
          {rest.failure && <Alert kind="bad">{rest.failure}</Alert>}
          <Allowed to={changeVendorProfile}>
            <EditorActions profile={profile} busy={rest.busy} onChoose={onChoose} />
          </Allowed>
          <KnownAttributes known={known} />
        </form>
        <Allowed to={previewVendorProfile}>
          <ProfilePreview id={profile.id} draft={readTemplates(written)} />
        </Allowed>
      </div>
    </section>
  );
}

function namesOf({ placeholders }: Known, wanted: string): string {
  const names = placeholders.find(({ purpose }) => purpose === wanted)?.names ?? [];
  return `May name ${names.map((name) => `{${name}}`).join(', ')}.`;
}

function EditorActions({ profile, busy, onChoose }: Omit<ProfileEditorProps, 'known'> & { busy: boolean }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
        <Button variant="secondary" onClick={() => setOpen('copy')}>
          Copy
        </Button>
        {profile.isEdited && (
          <Button variant="quiet" onClick={() => setOpen('reset')}>
            Set back
          </Button>
        )}
        {!profile.builtIn && (
          <Button variant="quiet" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        )}
      </div>
      {open === 'copy' && <CopyDialog profile={profile} onClose={close} onCopied={onChoose} />}
      {open === 'reset' && <ResetDialog profile={profile} onClose={close} />}
      {open === 'delete' && <DeleteDialog profile={profile} onClose={close} onDeleted={() => onChoose(null)} />}
    </>
  );
}

function KnownAttributes({ known: { attributes } }: { known: Known }) {
  return (
    <details className="small">
      <summary className="link min-h-11 cursor-pointer py-2.5">The attributes that a profile may have</summary>
      <p className="wrap-anywhere">{attributes.map(({ name }) => name).join(', ')}</p>
    </details>
  );
}
