import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog, type ReasonDialogProps } from '../../../../../shared/ui/dialog/form-dialog.tsx';

type Person = { readonly id: number; readonly name: string };

export type Requested = {
  readonly reason: string;
  readonly requestedBy: Person;
  readonly decidedBy: Person | null;
  readonly decisionReason: string | null;
  readonly createdAt: string;
};

/** Who asked for it and who decided about it, each with the reason, and when it was asked for. */
export function RequestReasons({ request }: { request: Requested }) {
  const { reason, requestedBy, decidedBy, decisionReason, createdAt } = request;
  return (
    <>
      <p className="small wrap-anywhere">
        {bidiIsolate(requestedBy.name)}: {reason}
      </p>
      {decidedBy && (
        <p className="small wrap-anywhere">
          {bidiIsolate(decidedBy.name)}: {decisionReason}
        </p>
      )}
      <p className="muted small">{formatDateTime(createdAt)}</p>
    </>
  );
}

const titlesOf = (noun: string) => ({
  approve: { title: `Approve this ${noun}`, confirm: 'Approve' },
  decline: { title: `Decline this ${noun}`, confirm: 'Decline' },
  'take-back': { title: `Take this ${noun} back`, confirm: 'Take back' },
});

type SecondPersonProps<Body> = Pick<ReasonDialogProps<Body>, 'schema' | 'call'> & {
  /** What waits, as in 'Approve this credit'. */
  noun: 'credit' | 'write-off' | 'grant' | 'batch';
  requestedBy: Person;
  /** What follows when it is approved. */
  approved: string;
  /** What follows when it is declined or taken back. */
  declined: string;
};

/** The decisions about what waits for a second person: who asked for it may only take it back. */
export function SecondPerson<Body>({ noun, requestedBy, approved, declined, schema, call }: SecondPersonProps<Body>) {
  const user = useUser();
  const titles = titlesOf(noun);
  const [decision, setDecision] = useState<keyof typeof titles | null>(null);
  const isOwn = user?.id === requestedBy.id;
  return (
    <>
      {isOwn && <p className="soft small">Somebody else has to approve it. You may take it back.</p>}
      <div className="mt-1 flex flex-wrap gap-3">
        {isOwn ? (
          <Button variant="secondary" onClick={() => setDecision('take-back')}>
            Take back
          </Button>
        ) : (
          <>
            <Button onClick={() => setDecision('approve')}>Approve {noun}</Button>
            <Button variant="secondary" onClick={() => setDecision('decline')}>
              Decline {noun}
            </Button>
          </>
        )}
      </div>
      {decision && (
        <ReasonDialog
          {...titles[decision]}
          schema={schema}
          beside={{ approve: decision === 'approve' }}
          call={call}
          onClose={() => setDecision(null)}
        >
          <p>{decision === 'approve' ? approved : declined}</p>
        </ReasonDialog>
      )}
    </>
  );
}
