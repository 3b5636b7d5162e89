import { brand } from '@portal/brand';
import { testNotice } from '@portal/contract/console/settings';
import type { SettingSubject } from '@portal/contract/platform/settings';
import { interpolate } from '@portal/kernel/interpolate';
import { noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { noticeSamples, noticeVariables, type WordedNotice } from '@portal/kernel/messaging/notices/notice-words';
import { smsLength } from '@portal/kernel/messaging/sms-parts';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useTestNotice } from '../api/settings.ts';
import { customerLanguages } from '../setting-fields.ts';

type VariableChipsProps = { kind: WordedNotice; onChoose: (variable: string) => void };

/** What the words of a notice may name; pressed, it is put where the cursor was. */
export function VariableChips({ kind, onChoose }: VariableChipsProps) {
  return (
    <fieldset className="chips">
      <legend className="soft small mb-2">Put a value where the cursor is</legend>
      {noticeVariables(kind).map((name) => (
        <button key={name} type="button" className="chip" onClick={() => onChoose(`{${name}}`)}>
          {`{${name}}`}
        </button>
      ))}
    </fieldset>
  );
}

type Code = (typeof customerLanguages)[number]['code'];

type NoticePreviewProps = { subject: SettingSubject; kind: WordedNotice; value: Readonly<Record<string, unknown>> };

/** A notice with sample data in one language, how long its text message is, and a test to oneself. */
export function NoticePreview({ subject, kind, value }: NoticePreviewProps) {
  const [code, setCode] = useState<Code>('en');
  const said = (field: string) => interpolate(String(value[`${code}${field}`] ?? ''), noticeSamples);
  const { sms, action } = noticeTemplates[kind];
  return (
    <section aria-labelledby="preview-title" className="grid w-full max-w-[360px] gap-4 lg:sticky lg:top-6">
      <h2 className="small soft" id="preview-title">
        As customers see it, with sample data
      </h2>
      <SelectField
        label="Language"
        value={code}
        options={customerLanguages.map((language) => ({ value: language.code, label: language.name }))}
        onChange={({ currentTarget }) => setCode(currentTarget.value as Code)}
      />
      <div className="panel break-words" lang={code}>
        <p className="font-semibold">{said('Title')}</p>
        <p className="mt-2">{said('Text')}</p>
        {code === 'en' && <p className="soft small mt-3">Button: {action}</p>}
      </div>
      {sms !== null && <TextMessage text={`${brand.name}: ${said('Sms')}`} code={code} />}
      <Allowed to={testNotice}>
        <div className="flex flex-wrap gap-3">
          <TestButton subject={subject} value={value} code={code} channel="email" label="Mail it to me" />
          {sms !== null && (
            <TestButton subject={subject} value={value} code={code} channel="sms" label="Text it to me" />
          )}
        </div>
      </Allowed>
    </section>
  );
}

function TextMessage({ text, code }: { text: string; code: Code }) {
  const { alphabet, length, parts } = smsLength(text);
  return (
    <div>
      <p className="panel break-words" lang={code}>
        {text}
      </p>
      <p className="soft small mt-1">
        Text message: {length} characters, {parts === 1 ? '1 part' : `${parts} parts`}
        {alphabet === 'Unicode' && ' (with characters such as ₦ or ẹ a part has 70 instead of 160)'}
      </p>
    </div>
  );
}

type TestButtonProps = {
  subject: SettingSubject;
  value: unknown;
  code: Code;
  channel: 'email' | 'sms';
  label: string;
};

function TestButton({ subject, value, code, channel, label }: TestButtonProps) {
  const test = useTestNotice(subject);
  const oneAtATime = useOneAtATime();
  async function send() {
    try {
      const { message } = await test.mutateAsync({ value, language: code, channel });
      toast({ title: 'Test', description: message });
    } catch (error) {
      toast({ title: 'The test was not sent', description: messageOf(error), variant: 'destructive' });
    }
  }
  return (
    <Button variant="secondary" busy={test.isPending} onClick={() => oneAtATime(send)}>
      {label}
    </Button>
  );
}
