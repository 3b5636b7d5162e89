import { closeGatewayDifference, type GatewayDifference } from '@portal/contract/staff-payment';
import { useState } from 'react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { PageLink } from '../../../../shared/ui/page-link.tsx';
import { ReasonDialog } from '../../../../shared/ui/reason-dialog.tsx';
import { useCloseDifference } from '../api/get-books.ts';

const KINDS: Readonly<Record<GatewayDifference['kind'], { title: string; advice: string }>> = {
  'not-in-books': {
    title: 'Paid there, not in our books',
    advice: 'The money is at the gateway under a reference that we never gave, and nothing was granted for it.',
  },
  'not-settled': {
    title: 'Paid there, not settled here',
    advice: 'The gateway lists it as paid, but did not confirm that when it was asked. Nothing was granted.',
  },
  'other-amount': {
    title: 'Another sum there',
    advice: 'The gateway names another sum than our books.',
  },
  'not-paid': {
    title: 'A success here, not there',
    advice: 'What it bought was granted, but the gateway does not call it paid any more. It may have been taken back.',
  },
  'sent-back': {
    title: 'Sent back there, not in our books',
    advice:
      'A refund made on the gateway’s own dashboard, or a part that the payer’s bank took. The books do not have this yet, and will not take it by themselves: the payment counts in full, no month has ended, no credit note was issued, and the customer was not told. Enter it in your own accounts, then close it. If all of it went back, note on the payment’s page that it was taken back instead.',
  },
};

/** What a gateway and our books say differently, each until somebody closes it with what they found out. */
export function GatewayDifferences({ differences }: { differences: readonly GatewayDifference[] }) {
  const [closing, setClosing] = useState<GatewayDifference | null>(null);
  return (
    <>
      {Object.entries(KINDS).map(([kind, words]) => (
        <Group
          key={kind}
          {...words}
          of={differences.filter((difference) => difference.kind === kind)}
          onClose={setClosing}
        />
      ))}
      {closing && <CloseDialog difference={closing} onClose={() => setClosing(null)} />}
    </>
  );
}

type GroupProps = {
  title: string;
  advice: string;
  of: readonly GatewayDifference[];
  onClose: (difference: GatewayDifference) => void;
};

function Group({ title, advice, of, onClose }: GroupProps) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4 className="semi">{title}</h4>
      <p className="small soft">{advice}</p>
      <ul className="mt-2 border-line border-t">
        {of.map((difference) => (
          <li
            key={difference.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2"
          >
            <span className="min-w-0">
              <Reference of={difference} />
              <span className="small soft block wrap-anywhere">{describe(difference)}</span>
              <span className="small muted block">Found {formatMoment(difference.foundAt)}</span>
            </span>
            <Button variant="secondary" onClick={() => onClose(difference)}>
              Close
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reference({ of: { reference, kind } }: { of: GatewayDifference }) {
  if (kind === 'not-in-books') return <span className="break-all">{reference}</span>;
  return (
    <PageLink
      className="link inline-flex min-h-11 items-center break-all"
      to={`/admin/payments/${encodeURIComponent(reference)}`}
    >
      {reference}
    </PageLink>
  );
}

/** "Here ₦25,000, there reversed". */
function describe({ kind, ours, theirs, theirStatus }: GatewayDifference): string {
  if (kind === 'sent-back' && ours !== null && theirs !== null) {
    return `Here ${formatExactNaira(ours)}, of which ${formatExactNaira(theirs)} was sent back there (${theirStatus})`;
  }
  const there = theirs === null ? theirStatus : formatExactNaira(theirs);
  return ours === null ? `There ${there}` : `Here ${formatExactNaira(ours)}, there ${there}`;
}

function CloseDialog({ difference, onClose }: { difference: GatewayDifference; onClose: () => void }) {
  const closing = useCloseDifference(difference.id);
  return (
    <ReasonDialog
      title={`Close ${difference.reference}`}
      confirm="Close it"
      schema={closeGatewayDifference.body}
      call={closing.mutateAsync}
      onClose={onClose}
    >
      <ul className="grid gap-1.5">
        <li>{describe(difference)}.</li>
        <li>Say what you found out and what was done. Closing moves no money.</li>
        <li>It opens again when the gateway says something else of this payment.</li>
      </ul>
    </ReasonDialog>
  );
}
