import { type NoticeTemplate, submitNoticeTemplate } from '@portal/contract/channels/whatsapp';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useNoticeTemplates, useSubmitTemplate } from '../api/whatsapp.ts';
import { templateHints, templateLooks } from '../template-labels.ts';

/** What each notice says by WhatsApp in a language, and where its template stands. */
export function TemplateList({ language, canSubmit }: { language: LanguageCode; canSubmit: boolean }) {
  const templates = useNoticeTemplates(language);
  return (
    <AsyncBoundary
      query={templates}
      failure="We could not load the templates"
      skeleton={<Skeleton className="mt-4 h-80 w-full" />}
    >
      {(loaded) => (
        <ul>
          {loaded.map((template) => (
            <TemplateRow key={template.kind} template={template} canSubmit={canSubmit} />
          ))}
        </ul>
      )}
    </AsyncBoundary>
  );
}

function TemplateRow({ template, canSubmit }: { template: NoticeTemplate; canSubmit: boolean }) {
  const { title, name, templateLanguage, body, state, reason } = template;
  const { label, kind, icon } = templateLooks[state];
  const hint = reason ?? templateHints[state];
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi">{title}</span>
          <Badge kind={kind} icon={icon}>
            {label}
          </Badge>
        </p>
        <p className="soft wrap-anywhere mt-1" dir="auto">
          {body}
        </p>
        <p className="small muted wrap-anywhere mt-1">
          {name}, {templateLanguage}
          {hint && `. ${hint}`}
        </p>
      </div>
      {canSubmit && (state === 'missing' || state === 'refused') && (
        <Allowed to={submitNoticeTemplate}>
          <SubmitButton template={template} />
        </Allowed>
      )}
    </li>
  );
}

function SubmitButton({ template: { kind, language, title } }: { template: NoticeTemplate }) {
  const submitting = useSubmitTemplate();
  const submit = useMutateOnce(submitting);
  const start = () =>
    submit(
      { kind, language },
      {
        onSuccess: ({ message }) => toast({ title: 'Submitted', description: message }),
        onError: (failure) =>
          toast({ title: 'Not submitted', description: messageOf(failure), variant: 'destructive' }),
      },
    );
  return (
    <Button
      variant="secondary"
      className="self-start justify-self-start"
      busy={submitting.isPending}
      busyLabel="Submitting..."
      onClick={start}
    >
      Submit
      <span className="sr-only">: {title}</span>
    </Button>
  );
}
