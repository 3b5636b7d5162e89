import { publishSetting, type Setting } from '@portal/contract/console/settings';
import { type NoticeSubject, noticeOf, settingSchemas } from '@portal/contract/platform/settings';
import { type SiteText, siteTexts } from '@portal/contract/platform/site-texts';
import { useRef, useState } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { useDiscardDraft, useSaveDraft } from '../api/settings.ts';
import { fieldsOf, groupOf, isSameSetting, typedOf, typedValue } from '../setting-fields.ts';
import { NoticePreview, VariableChips } from './notice-preview.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SettingHistory } from './setting-history.tsx';
import { SettingInput } from './setting-input.tsx';
import { SettingPreview } from './setting-preview.tsx';

type Typed = Record<string, string>;

type SettingEditorProps = {
  setting: Setting;
  /** The text that a page was installed with, by language. */
  loadInstalledText: (text: SiteText) => Promise<Typed>;
};

/** One group of settings: its fields, how customers see it, drafts, publication and history. */
export function SettingEditor({ setting, loadInstalledText }: SettingEditorProps) {
  const { subject, number, current, draft } = setting;
  const mayWrite = useMay()(publishSetting);
  const heading = useRef<HTMLHeadingElement>(null);
  // The version that the fields were filled from, whatever is published meanwhile.
  const [basedOn, setBasedOn] = useState(draft?.basedOn ?? number);
  const [checked, setChecked] = useState<unknown>();
  const saveDraft = useSaveDraft(subject);
  const discardDraft = useDiscardDraft(subject);
  const oneAtATime = useOneAtATime();
  const { form, field, submit } = useCallForm<Typed, unknown, unknown>({
    schema: settingSchemas[subject] as ZodMiniType<unknown>,
    start: typedOf(subject, draft ? (draft.value ?? setting.initial) : current),
    bodyOf: (typed) => typedValue(subject, typed),
    call: async (value) => value,
    onDone: setChecked,
  });
  const notice = noticeOf(subject);
  const text = siteTexts.find((each) => each === subject);
  async function fillInstalled(which: SiteText) {
    try {
      const installed = await loadInstalledText(which);
      for (const [name, words] of Object.entries(installed)) form.setValue(name, words, { shouldDirty: true });
    } catch (error) {
      toast({ title: 'The text was not loaded', description: messageOf(error), variant: 'destructive' });
    }
  }
  const focused = useRef<EventTarget | null>(null);
  /** Puts a variable where the cursor is, or was before the chip was pressed. */
  function insert(variable: string) {
    const target = focused.current;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const at = target.selectionStart ?? target.value.length;
    const words = target.value.slice(0, at) + variable + target.value.slice(target.selectionEnd ?? at);
    form.setValue(target.name, words, { shouldValidate: true });
    target.focus();
    target.setSelectionRange(at + variable.length, at + variable.length);
  }
  const value = typedValue(subject, form.watch());
  const isUnchanged = isSameSetting(subject, value, current);

  function fill(next: unknown, from: number) {
    form.reset(typedOf(subject, next));
    setBasedOn(from);
    heading.current?.focus();
  }
  const save = form.handleSubmit(async ({ body }) => {
    try {
      const { message } = await saveDraft.mutateAsync({ basedOn, value: body });
      toast({ title: groupOf(subject).name, description: message });
    } catch (error) {
      toast({ title: 'The draft was not saved', description: messageOf(error), variant: 'destructive' });
    }
  });
  async function discard() {
    try {
      await discardDraft.mutateAsync(null);
      fill(current, number);
    } catch (error) {
      toast({ title: 'The draft was not deleted', description: messageOf(error), variant: 'destructive' });
    }
  }

  return (
    <>
      <h1 className="h2" ref={heading} tabIndex={-1}>
        {groupOf(subject).name}
      </h1>
      <p className="soft mt-1.5 max-w-[46em]">{groupOf(subject).lead}</p>
      {draft && (
        <Alert kind="info" className="mt-5">
          A draft by {draft.by.name} of {formatMoment(draft.at)}. Customers still see{' '}
          {number === 0 ? 'what was installed' : `version ${number}`}.
          {mayWrite && (
            <Button variant="quiet" busy={discardDraft.isPending} onClick={() => oneAtATime(discard)}>
              Delete the draft
            </Button>
          )}
        </Alert>
      )}
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_360px]">
        <form noValidate className="grid gap-4" onSubmit={submit}>
          {text !== undefined && mayWrite && (
            <div>
              <Button variant="secondary" onClick={() => void fillInstalled(text)}>
                Begin with the installed text
              </Button>
            </div>
          )}
          {notice !== null && <VariableChips kind={notice} onChoose={insert} />}
          <fieldset
            disabled={!mayWrite}
            onFocus={({ target }) => {
              focused.current = target;
            }}
            className="grid min-w-0 gap-4 sm:grid-cols-2"
          >
            <legend className="sr-only">{groupOf(subject).name}</legend>
            {fieldsOf(subject).map((shown) => (
              <div key={shown.name} className={classNames('min-w-0', !shown.narrow && 'sm:col-span-2')}>
                <SettingInput
                  field={shown}
                  {...field(shown.name)}
                  value={form.watch(shown.name)}
                  published={typedOf(subject, current)[shown.name] ?? ''}
                  onRows={(rows) => form.setValue(shown.name, rows, { shouldDirty: true, shouldValidate: true })}
                />
              </div>
            ))}
          </fieldset>
          {mayWrite && (
            <div className="flex flex-wrap gap-3">
              <Button type="submit" disabled={isUnchanged}>
                Review and publish
              </Button>
              <Button
                variant="secondary"
                disabled={isUnchanged}
                busy={saveDraft.isPending}
                onClick={() => oneAtATime(save)}
              >
                Save as a draft
              </Button>
            </div>
          )}
        </form>
        {notice === null ? (
          <SettingPreview subject={subject as Exclude<typeof subject, NoticeSubject>} value={value} />
        ) : (
          <NoticePreview subject={subject} kind={notice} value={value} />
        )}
      </div>
      <SettingHistory setting={setting} onRestore={(restored) => fill(restored, number)} />
      {checked !== undefined && (
        <PublishDialog
          setting={setting}
          basedOn={basedOn}
          value={checked}
          onClose={() => setChecked(undefined)}
          onPublished={(published) => {
            fill(checked, published);
            setChecked(undefined);
          }}
        />
      )}
    </>
  );
}
