import {
  addIncidentEntry,
  type DutyClock,
  downloadIncidentRecord,
  type IncidentEntry,
  type IncidentFacts,
  type SecurityIncident,
} from '@portal/contract/console/security-incidents';
import { CircleAlert, CircleCheck, Clock, Download, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button, buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { dutyLabels, entryLabels, kindLabels, stateLooks } from '../incident-labels.ts';
import { EntryDialog } from './incident-dialogs.tsx';

type Entry = Parameters<typeof EntryDialog>[0]['entry'];

/** One incident: who has to be told by when, what is known, and everything that was entered. */
export function IncidentView({ incident }: { incident: SecurityIncident }) {
  const [adding, setAdding] = useState<Entry | null>(null);
  const duties = useRef<HTMLHeadingElement>(null);
  const { number, title, kind, state, noticedAt, openedAt, openedBy, auditRecordId, clocks, facts, entries } = incident;
  // The button of a duty, and those that change the state, leave.
  const focusDuties = () => duties.current?.focus();
  // Behind an open dialog nothing takes the focus.
  const close = () => flushSync(() => setAdding(null));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h2 wrap-anywhere">
          {number}: {bidiIsolate(title)}
        </h1>
        <StatusBadge status={state} statuses={stateLooks} />
      </div>
      <p className="soft mt-1.5">
        {kindLabels[kind]}. Noticed {formatMoment(noticedAt)}, entered {formatMoment(openedAt)} by{' '}
        {bidiIsolate(openedBy)}
        {auditRecordId !== null && <>, from entry {auditRecordId} of the audit log</>}.
      </p>
      <Actions incident={incident} onAdd={setAdding} />
      <div className="mt-8 grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-12">
        <section aria-labelledby="clocks-heading">
          <h2 className="h3 mb-3" id="clocks-heading" ref={duties} tabIndex={-1}>
            Who has to be told
          </h2>
          <Clocks clocks={clocks} isClosed={state === 'closed'} onDone={setAdding} />
        </section>
        <section aria-labelledby="facts-heading">
          <h2 className="h3 mb-3" id="facts-heading">
            What is known
          </h2>
          <div className="border-ink border-t pt-3">
            <Facts facts={facts} />
          </div>
        </section>
      </div>
      <Entries entries={entries} />
      {adding && <EntryDialog incident={incident} entry={adding} onClose={close} onAdded={focusDuties} />}
    </>
  );
}

type ActionsProps = { incident: SecurityIncident; onAdd: (entry: Entry) => void };

/** What may be entered while the incident is open; its record can be taken away at any time. */
function Actions({ incident: { id, state }, onAdd }: ActionsProps) {
  return (
    <div className="no-print mt-5 flex flex-wrap gap-3">
      {state !== 'closed' && (
        <Allowed to={addIncidentEntry}>
          <Button onClick={() => onAdd('facts')}>Update the facts</Button>
          <Button variant="secondary" onClick={() => onAdd('note')}>
            Add a note
          </Button>
          {state === 'open' && (
            <Button variant="secondary" onClick={() => onAdd('contained')}>
              Mark as contained
            </Button>
          )}
          <Button variant="secondary" onClick={() => onAdd('closed')}>
            Close the incident
          </Button>
        </Allowed>
      )}
      <a
        className={buttonClass({ variant: 'secondary' })}
        href={downloadIncidentRecord.path.replace(':id', id)}
        download
      >
        <Download />
        Record for the regulator
      </a>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer />
        Print
      </Button>
    </div>
  );
}

type ClocksProps = { clocks: readonly DutyClock[]; isClosed: boolean; onDone: (entry: Entry) => void };

function Clocks({ clocks, isClosed, onDone }: ClocksProps) {
  if (clocks.length === 0) return <p className="soft">Nobody, by what is known.</p>;
  return (
    <ul className="border-ink border-t">
      {clocks.map((clock) => (
        <li
          key={clock.duty}
          className="grid grid-cols-1 gap-2 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="semi">{dutyLabels[clock.duty]}</span>
              <DutyBadge clock={clock} />
            </p>
            <p className={clock.isOverdue ? 'semi small text-bad' : 'soft small'}>
              {clock.doneAt
                ? `Done ${formatMoment(clock.doneAt)} by ${bidiIsolate(clock.doneBy ?? '')}; it was due ${formatMoment(clock.dueAt)}`
                : `${clock.isOverdue ? 'Was due' : 'Due'} ${formatMoment(clock.dueAt)}`}
            </p>
          </div>
          {!clock.doneAt && !isClosed && (
            <Allowed to={addIncidentEntry}>
              <Button
                variant="secondary"
                className="no-print justify-self-start"
                aria-label={`Mark as done: ${dutyLabels[clock.duty]}`}
                onClick={() => onDone(clock.duty)}
              >
                Mark as done
              </Button>
            </Allowed>
          )}
        </li>
      ))}
    </ul>
  );
}

function DutyBadge({ clock: { doneAt, isOverdue } }: { clock: DutyClock }) {
  if (doneAt) {
    return (
      <Badge kind="ok" icon={CircleCheck}>
        Done
      </Badge>
    );
  }
  return isOverdue ? (
    <Badge kind="bad" icon={CircleAlert}>
      Overdue
    </Badge>
  ) : (
    <Badge kind="warn" icon={Clock}>
      To do
    </Badge>
  );
}

function Facts({ facts }: { facts: IncidentFacts }) {
  const rows = [
    ['What happened', facts.what],
    ['Systems', facts.systems || 'Not known yet'],
    ['Persons affected', facts.persons || 'Not known yet'],
    ['Data affected', facts.data || 'Not known yet'],
    ['Measures taken', facts.measures || 'None yet'],
    ['Cyber incident', facts.isCyberIncident ? 'Yes' : 'No'],
    ['Personal data', facts.hasPersonalData ? 'Yes' : 'No'],
    ['High risk for the persons', facts.isHighRisk ? 'Yes' : 'No'],
  ] as const;
  return (
    <dl className="grid gap-2">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="muted small">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{bidiIsolate(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Entries({ entries }: { entries: readonly IncidentEntry[] }) {
  return (
    <section className="mt-10" aria-labelledby="entries-heading">
      <h2 className="h3 mb-3" id="entries-heading">
        Everything that was entered
      </h2>
      <ol className="border-ink border-t">
        {entries.map(({ id, kind, duty, facts, text, by, at }) => (
          <li key={id} className="border-line border-b py-3.5">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="semi">{duty ? dutyLabels[duty] : entryLabels[kind]}</span>
              <span className="muted small">
                <time dateTime={at}>{formatMoment(at)}</time>, {bidiIsolate(by)}
              </span>
            </p>
            {text && <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{bidiIsolate(text)}</p>}
            {facts && (
              <details>
                <summary className="link min-h-11 cursor-pointer content-center">What was known then</summary>
                <Facts facts={facts} />
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
