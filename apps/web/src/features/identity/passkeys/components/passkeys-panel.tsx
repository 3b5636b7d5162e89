import { type PasskeyView, passkeyName } from '@portal/contract/identity/passkeys';
import { Cloud, KeyRound, ShieldAlert, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { passkeyFailure, useKnowsPasskeys } from '../../../../shared/passkeys/browser-passkeys.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from '../api/passkeys.ts';

const MOST = 10;

/** The person's passkeys, each to rename or remove, and a button for another one. */
export function PasskeysPanel() {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const passkeys = usePasskeys();
  const [adding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<PasskeyView | null>(null);
  const [removed, setRemoved] = useState<PasskeyView | null>(null);
  return (
    <section aria-labelledby="passkeys-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="passkeys-heading" ref={heading} tabIndex={-1}>
        {t('Passkeys')}
      </h2>
      <p className="soft mt-1">
        {t(
          'Sign in with your fingerprint, your face or the PIN of your device. A passkey cannot be guessed or given away.',
        )}
      </p>
      <div className="mt-5">
        <AsyncBoundary
          query={passkeys}
          failure={t('We could not load your passkeys')}
          skeleton={<Skeleton className="h-24 w-full" />}
        >
          {(loaded) => (
            <PasskeyList passkeys={loaded} onAdd={() => setAdding(true)} onRename={setRenamed} onRemove={setRemoved} />
          )}
        </AsyncBoundary>
      </div>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      {removed && (
        <RemoveDialog
          passkey={removed}
          // Behind an open dialog nothing takes the focus.
          onClose={() => flushSync(() => setRemoved(null))}
          // The button that had the focus leaves with its row.
          onRemoved={() => heading.current?.focus()}
        />
      )}
    </section>
  );
}

type PasskeyListProps = {
  passkeys: readonly PasskeyView[];
  onAdd: () => void;
  onRename: (passkey: PasskeyView) => void;
  onRemove: (passkey: PasskeyView) => void;
};

function PasskeyList({ passkeys, onAdd, onRename, onRemove }: PasskeyListProps) {
  const t = useText();
  const knows = useKnowsPasskeys();
  return (
    <>
      {passkeys.length > 0 ? (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => onRename(passkey)}
              onRemove={() => onRemove(passkey)}
            />
          ))}
        </ul>
      ) : (
        <p className="soft small">{t('You have no passkey yet.')}</p>
      )}
      {!knows && (
        <Alert kind="info" className="mt-5">
          {t('This browser does not support passkeys. Add one from another browser.')}
        </Alert>
      )}
      {knows && passkeys.length < MOST && (
        <Button variant="secondary" className="mt-5" onClick={onAdd}>
          <KeyRound />
          {t('Add a passkey')}
        </Button>
      )}
      {passkeys.length >= MOST && <p className="soft small mt-5">{t('You have ten passkeys. Remove one first.')}</p>}
    </>
  );
}

type PasskeyRowProps = { passkey: PasskeyView; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const t = useText();
  const { name, createdAt, lastUsedAt, synced, disabled } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi wrap-anywhere">{name}</span>
          {disabled ? (
            <Badge kind="bad" icon={ShieldAlert}>
              {t('Switched off: there may be a copy')}
            </Badge>
          ) : (
            <Badge kind="info" icon={synced ? Cloud : Smartphone}>
              {synced ? t('On all your devices') : t('On one device')}
            </Badge>
          )}
        </p>
        <p className="soft small">
          {t('Added {date}', { date: formatMoment(createdAt) })},{' '}
          {lastUsedAt ? t('last used {date}', { date: formatMoment(lastUsedAt) }) : t('not used yet')}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" aria-label={t('Rename {name}', { name })} onClick={onRename}>
          {t('Rename')}
        </Button>
        <Button variant="secondary" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
    </li>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const add = useAddPasskey();
  const { field, ...form } = useCallForm({
    schema: passkeyName,
    start: { name: '' },
    bodyOf: (values) => values,
    call: (body) => add.mutateAsync(body),
    onDone: () => {
      toast({ title: t('Passkey added'), description: t('You can sign in with it from now on.') });
      onClose();
    },
  });
  const failure = add.error && t(passkeyFailure(add.error));
  return (
    <FormDialog
      title={t('Add a passkey')}
      confirm={t('Continue')}
      busyLabel={t('Waiting for your device...')}
      form={{ ...form, failure: form.busy ? null : failure }}
      onClose={onClose}
    >
      <p className="soft">{t('Give it a name that you will recognise. Then your device asks you to confirm.')}</p>
      <Field label={t('Name')} maxLength={50} placeholder={t('My phone')} {...field('name')} />
    </FormDialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const t = useText();
  const rename = useRenamePasskey(passkey.id);
  const { field, ...form } = useCallForm({
    schema: passkeyName,
    start: { name: passkey.name },
    bodyOf: (values) => values,
    call: (body) => rename.mutateAsync(body),
    onDone: () => {
      toast({ title: t('Passkey renamed'), description: t('It has another name now.') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('Rename passkey')}
      confirm={t('Save')}
      form={{ ...form, failure: form.failure && t(form.failure) }}
      onClose={onClose}
    >
      <Field label={t('Name')} maxLength={50} {...field('name')} />
    </FormDialog>
  );
}

type RemoveDialogProps = { passkey: PasskeyView; onClose: () => void; onRemoved: () => void };

function RemoveDialog({ passkey: { id, name }, onClose, onRemoved }: RemoveDialogProps) {
  const t = useText();
  const remove = useRemovePasskey();
  const removeOnce = useMutateOnce(remove);
  function confirm() {
    removeOnce(id, {
      onSuccess: () => {
        toast({ title: t('Passkey removed'), description: t('Every other device has been signed out.') });
        onClose();
        onRemoved();
      },
    });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Remove {name}?', { name })}
      actions={
        <>
          <Button busy={remove.isPending} busyLabel={t('Removing...')} onClick={confirm}>
            {t('Remove')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-4">
        <p className="soft">{t('It will no longer sign you in. Delete it on your device as well.')}</p>
        {remove.error && <Alert kind="bad">{t(passkeyFailure(remove.error))}</Alert>}
      </div>
    </Dialog>
  );
}
