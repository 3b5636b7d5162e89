import type { ChatTemplate } from '@portal/contract/channels/whatsapp';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useChatTemplates, useSendTemplate } from '../api/whatsapp.ts';
import { filledBody, templateLabel } from '../template-labels.ts';

/** Opens the choice of a template, where nothing else may be sent. */
export function TemplateButton({ chatId }: { chatId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        <Send className="icon-small" />
        Send a template
      </Button>
      {open && <TemplateDialog chatId={chatId} onClose={() => setOpen(false)} />}
    </>
  );
}

function TemplateDialog({ chatId, onClose }: { chatId: string; onClose: () => void }) {
  const templates = useChatTemplates();
  return (
    <Dialog open onClose={onClose} title="Send a template">
      <AsyncBoundary
        query={templates}
        failure="We could not load the templates"
        skeleton={<Skeleton className="mt-4 h-40 w-full" />}
      >
        {(approved) =>
          approved.length === 0 ? (
            <EmptyState title="No template is approved">
              Whoever looks after WhatsApp submits one on its page. Until then this customer has to write first.
            </EmptyState>
          ) : (
            <TemplateForm chatId={chatId} templates={approved} onDone={onClose} />
          )
        }
      </AsyncBoundary>
    </Dialog>
  );
}

type TemplateFormProps = { chatId: string; templates: readonly ChatTemplate[]; onDone: () => void };

function TemplateForm({ chatId, templates, onDone }: TemplateFormProps) {
  const [chosen, setChosen] = useState(0);
  const [values, setValues] = useState<readonly string[]>([]);
  const [clientMessageId] = useState(newClientId);
  const sending = useSendTemplate(chatId);
  const send = useMutateOnce(sending);
  const template = templates[chosen];
  if (!template) return null;
  const { name, language, body, variables } = template;
  const gaps = Array.from({ length: variables }, (_, index) => values[index] ?? '');
  const isFilled = gaps.every((value) => value.trim() !== '');
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFilled) return;
        send(
          { name, language, values: gaps.map((value) => value.trim()), clientMessageId },
          {
            onSuccess: ({ message }) => {
              toast({ title: 'Template sent', description: message });
              onDone();
            },
          },
        );
      }}
    >
      <SelectField
        label="Template"
        options={templates.map((each, index) => ({ value: String(index), label: templateLabel(each) }))}
        value={String(chosen)}
        onChange={({ target }) => {
          setChosen(Number(target.value));
          setValues([]);
        }}
      />
      {gaps.map((value, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: A gap is its place in the text.
          key={`${name} ${language} ${index}`}
          label={`Gap ${index + 1}`}
          maxLength={500}
          required
          value={value}
          onChange={({ target }) => setValues(gaps.with(index, target.value))}
        />
      ))}
      <figure>
        <figcaption className="small soft mb-1">What they will read</figcaption>
        <p className="whitespace-pre-wrap rounded-control bg-well p-3" dir="auto">
          {filledBody(body, gaps)}
        </p>
      </figure>
      {sending.error && <Alert kind="bad">{messageOf(sending.error)}</Alert>}
      <Button type="submit" disabled={!isFilled} busy={sending.isPending} busyLabel="Sending...">
        Send
      </Button>
    </form>
  );
}
