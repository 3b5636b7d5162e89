import { startSessionWave } from '@portal/contract/network/staff-sessions';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useServerOptions } from '../../../access-servers/staff/server-options.ts';
import { useStartWave } from '../api/sessions.ts';
import { spanLabel } from '../session-labels.ts';

type Plan = z.output<typeof startSessionWave.answer>;

/** "1,204 sessions in 13 waves, over 12 min." */
function planLabel({ sessions, waves, seconds }: Pick<Plan, 'sessions' | 'waves' | 'seconds'>): string {
  const figure = (count: number, one: string) => `${count.toLocaleString('en-NG')} ${count === 1 ? one : `${one}s`}`;
  if (waves === 1) return `${figure(sessions, 'session')}, all at once.`;
  return `${figure(sessions, 'session')} in ${figure(waves, 'wave')}, over ${spanLabel(seconds * 1000)}.`;
}

/** Ends all sessions of an access server: first says what that would be, then does it. */
export function WaveDialog({ nas, onClose }: { nas: string; onClose: () => void }) {
  const { mutateAsync } = useStartWave();
  const [preview, setPreview] = useState<{ readonly of: string; readonly plan: Plan } | null>(null);
  const { field, form, ...rest } = useCallForm({
    schema: startSessionWave.body,
    start: { nas, perWave: '100', everySeconds: '60', reason: '' },
    bodyOf: (values) => {
      const asked = orderOf(values);
      return { ...asked, dryRun: preview?.of !== JSON.stringify(asked) };
    },
    call: mutateAsync,
    onDone: (plan) => {
      if (plan.wave === null) {
        setPreview({ of: JSON.stringify(orderOf(form.getValues())), plan });
        return;
      }
      toast({ title: 'Sessions', description: plan.message });
      onClose();
    },
  });
  const servers = useServerOptions(nas);
  const isSeen = preview !== null && preview.of === JSON.stringify(orderOf(form.watch()));
  return (
    <FormDialog
      title="End all sessions of an access server"
      confirm={isSeen ? 'End them' : 'Preview'}
      busyLabel={isSeen ? 'Ending...' : 'Counting...'}
      form={rest}
      onClose={onClose}
    >
      <p className="soft">
        Each customer is offline until their router connects again. In waves the access server and RADIUS can keep up.
      </p>
      {servers ? (
        <SelectField label="Access server" placeholder="Choose it" options={servers} {...field('nas')} />
      ) : (
        <Field label="Access server" autoComplete="off" spellCheck={false} maxLength={253} {...field('nas')} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Sessions in each wave" inputMode="numeric" autoComplete="off" {...field('perWave')} />
        <Field label="Seconds between waves" inputMode="numeric" autoComplete="off" {...field('everySeconds')} />
      </div>
      <TextAreaField
        label="Reason"
        rows={2}
        maxLength={500}
        hint="It stays on record with your name."
        {...field('reason')}
      />
      <div aria-live="polite">
        {isSeen && <Alert kind="warn">{planLabel(preview.plan)} Nothing is ended yet.</Alert>}
      </div>
    </FormDialog>
  );
}

type Values = {
  readonly nas: string;
  readonly perWave: string;
  readonly everySeconds: string;
  readonly reason: string;
};

function orderOf({ nas, perWave, everySeconds, reason }: Values) {
  const number = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));
  return { nas: nas.trim(), perWave: number(perWave), everySeconds: number(everySeconds), reason: reason.trim() };
}
