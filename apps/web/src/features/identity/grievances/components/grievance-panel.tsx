import type { Grievance } from '@portal/contract/identity/grievances';
import { CircleCheck, Clock, MessageSquareText } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDate } from '../../../../shared/format/date.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { StatusBadge, type StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';
import { useGrievances } from '../api/grievances.ts';
import { GrievanceForm } from './grievance-form.tsx';

const STATUSES: Record<Grievance['status'], StatusLook> = {
  received: { label: phrase('Received'), kind: 'info', icon: Clock },
  answered: { label: phrase('Answered'), kind: 'ok', icon: MessageSquareText },
  closed: { label: phrase('Closed'), kind: 'mute', icon: CircleCheck },
};

const FINDINGS = {
  violation: phrase('We find that you are right. This is what we do about it:'),
  'no-violation': phrase('We find that your rights were not violated. This is why:'),
};

/** Grievances about how we treat the customer's data: the form, and our answers. */
export function GrievancePanel() {
  const t = useText();
  const loaded = useGrievances();
  const heading = useRef<HTMLHeadingElement>(null);
  const [writing, setWriting] = useState(false);
  const close = () => {
    setWriting(false);
    heading.current?.focus();
  };
  return (
    <section className="border-ink border-t pt-5" aria-labelledby="grievances-heading">
      <h2 className="h3" id="grievances-heading" ref={heading} tabIndex={-1}>
        {t('A grievance about your data')}
      </h2>
      <div className="mt-2">
        <AsyncBoundary
          query={loaded}
          failure={t('We could not load your grievances')}
          skeleton={<Skeleton className="h-48 w-full" />}
        >
          {({ answerDays, grievances }) => (
            <>
              <p className="soft">
                {t(
                  'Have we used your data in a way that is not right? Tell us. We answer within {answerDays} days, with what we do about it or why nothing was wrong.',
                  { answerDays },
                )}
              </p>
              <p className="soft mt-2">
                {t(
                  'You may also complain to the Nigeria Data Protection Commission (ndpc.gov.ng) or go to court, at any time.',
                )}
              </p>
              {writing ? (
                <GrievanceForm onClose={close} />
              ) : (
                <Button variant="secondary" className="mt-4" onClick={() => setWriting(true)}>
                  {t('Write a grievance')}
                </Button>
              )}
              {grievances.length > 0 && (
                <ul className="mt-6 border-ink border-t">
                  {grievances.map((grievance) => (
                    <Row key={grievance.id} grievance={grievance} />
                  ))}
                </ul>
              )}
            </>
          )}
        </AsyncBoundary>
      </div>
    </section>
  );
}

function Row({ grievance }: { grievance: Grievance }) {
  const t = useText();
  const { number, status, what, receivedAt, dueAt, finding, answer, answeredAt } = grievance;
  return (
    <li className="border-line border-b py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="semi">{number}</span>
        <StatusBadge status={status} statuses={STATUSES} />
      </p>
      <p className="soft small mt-1">
        {status === 'received'
          ? t('Sent {date}. We answer by {dueDate}.', { date: formatDate(receivedAt), dueDate: formatDate(dueAt) })
          : t('Sent {date}. Answered {answerDate}.', {
              date: formatDate(receivedAt),
              answerDate: formatDate(answeredAt ?? dueAt),
            })}
      </p>
      <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{what}</p>
      {finding && answer && (
        <div className="mt-3 border-primary border-l-2 pl-4">
          <p className="semi">{t(FINDINGS[finding])}</p>
          <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{answer}</p>
        </div>
      )}
    </li>
  );
}
