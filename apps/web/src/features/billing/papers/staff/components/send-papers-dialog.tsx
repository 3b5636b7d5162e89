import { createStaffAccountProof } from '@portal/contract/billing/papers/staff-account-proofs';
import { type Paper, sendPapers } from '@portal/contract/billing/papers/staff-papers';
import { getStaffAccountStatement } from '@portal/contract/billing/staff-companies';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { type LanguageCode, language as languageField } from '@portal/contract/messaging/notices';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { letterLanguages } from '../../../account-proofs/letter-languages.ts';
import { lastMonths } from '../../../companies/statement-range.ts';
import { usePapers, useSendPapers } from '../api/papers.ts';
import { aboutPaper, nameOfPaper } from '../paper-rows.ts';
import { SendingAddress } from './sending-address.tsx';

type Fields = { papers: string; to: string; by: string; from: string; until: string };
type Form = z.output<typeof sendPapers.body>;

/** A document that does not exist before it is sent. */
type Extra = 'statement' | 'proof';

/** Sends documents of the customer again. */
export function SendPapersDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const papers = usePapers(customer.id);
  const sending = useSendPapers(customer.id);
  const may = useMay();
  const [clientRequestId] = useState(newClientId);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [extras, setExtras] = useState<readonly Extra[]>([]);
  const [language, setLanguage] = useState<LanguageCode>('en');
  const [isOther, setIsOther] = useState(false);
  const count = chosen.length + extras.length;
  const range = lastMonths(now());
  const { field, form, ...call } = useCallForm<Fields, Form, Awaited<ReturnType<typeof sending.mutateAsync>>>({
    schema: sendPapers.body,
    start: { papers: '', to: '', by: 'email', from: range.from, until: range.to },
    bodyOf: ({ to, by, from, until }) => ({
      papers: [
        ...chosen.map((number) => ({ number })),
        ...(extras.includes('statement') ? [{ kind: 'statement', from, to: until }] : []),
        // Its number is known once it is issued, just before it is sent.
        ...(extras.includes('proof') ? [{ number: 'PRF' }] : []),
      ],
      ...(isOther && { to }),
      by: isOther ? 'email' : by,
      clientRequestId,
    }),
    call: (body) =>
      sending.mutateAsync({
        ...body,
        papers: body.papers.filter((paper) => !('number' in paper && paper.number === 'PRF')),
        proof: extras.includes('proof') ? { language, lineId: customer.lineId } : null,
      }),
    onDone: ({ message }) => {
      toast({ title: 'Send papers', description: message });
      onClose();
    },
  });
  const toggle = (number: string) =>
    setChosen((before) => (before.includes(number) ? before.filter((each) => each !== number) : [...before, number]));
  const toggleExtra = (extra: Extra) =>
    setExtras((before) => (before.includes(extra) ? before.filter((each) => each !== extra) : [...before, extra]));
  const noneChosen = count === 0 ? form.formState.errors.papers?.message : undefined;
  return (
    <FormDialog
      title="Send papers"
      confirm={count === 0 ? 'Send' : `Send ${count} ${count === 1 ? 'paper' : 'papers'}`}
      busyLabel="Sending..."
      form={{ ...call, failure: noneChosen ?? call.failure }}
      onClose={onClose}
    >
      <fieldset className="min-w-0">
        <legend className="field-label">What</legend>
        <AsyncBoundary
          query={papers}
          failure="We could not load the papers"
          skeleton={<Skeleton className="h-40 w-full" />}
        >
          {({ papers: loaded }) => (
            <>
              <ul>
                {loaded.filter(canBeSent).map((paper) => (
                  <Choice
                    key={paper.number}
                    title={nameOfPaper(paper)}
                    detail={aboutPaper(paper)}
                    end={paper.amount === null ? null : formatExactNaira(paper.amount)}
                    checked={chosen.includes(paper.number)}
                    onToggle={() => toggle(paper.number)}
                  />
                ))}
                {may(getStaffAccountStatement) && (
                  <Choice
                    title="Statement of account"
                    detail="For days that you choose"
                    checked={extras.includes('statement')}
                    onToggle={() => toggleExtra('statement')}
                  >
                    <div className="grid grid-cols-1 gap-3 pb-3 sm:grid-cols-2">
                      <Field type="date" label="From" {...field('from')} />
                      <Field type="date" label="To the end of" {...field('until')} />
                    </div>
                  </Choice>
                )}
                {may(createStaffAccountProof) && (
                  <Choice
                    title="New proof of account"
                    detail="A letter with a number to check on our site"
                    checked={extras.includes('proof')}
                    onToggle={() => toggleExtra('proof')}
                  >
                    <div className="pb-3">
                      <SelectField
                        label="Language of the letter"
                        options={letterLanguages}
                        value={language}
                        onChange={({ target }) => setLanguage(languageField.parse(target.value))}
                      />
                    </div>
                  </Choice>
                )}
              </ul>
              <ShowMore query={papers} />
            </>
          )}
        </AsyncBoundary>
      </fieldset>
      <SendingAddress customer={customer} isOther={isOther} onOther={setIsOther} by={form.watch('by')} field={field} />
    </FormDialog>
  );
}

const canBeSent = ({ status }: Paper): boolean => status !== 'withdrawn';

type ChoiceProps = {
  title: string;
  detail: string;
  end?: string | null;
  checked: boolean;
  onToggle: () => void;
  /** Asked for once it is chosen. */
  children?: ReactNode;
};

function Choice({ title, detail, end, checked, onToggle, children }: ChoiceProps) {
  return (
    <li className="border-line border-t first:border-t-0">
      <label className="flex cursor-pointer items-start gap-3 py-3">
        <input type="checkbox" className="mt-0.5" checked={checked} onChange={onToggle} />
        <span className="min-w-0 flex-1">
          <span className="semi wrap-anywhere block">{title}</span>
          <span className="soft small wrap-anywhere block">{detail}</span>
        </span>
        {end && <span className="whitespace-nowrap">{end}</span>}
      </label>
      {checked && children}
    </li>
  );
}
