import {
  closeGatewayDiscrepancy,
  type GatewayDiscrepancy,
  recordExternalRefund,
} from '@portal/contract/billing/reconciliation';
import { useState } from 'react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useCloseDiscrepancy } from '../../../payments/staff/api/get-accounting.ts';

const KINDS: Readonly<Record<GatewayDiscrepancy['kind'], { title: string; advice: string }>> = {
  'unknown-reference': {
    title: 'Paid at the gateway, not in the ledger',
    advice: 'The money is at the gateway under a reference that we never gave, and nothing was granted for it.',
  },
  'not-settled': {
    title: 'Paid there, not settled here',
    advice: 'The gateway lists it as paid, but did not confirm it. Nothing was fulfilled.',
  },
  'other-amount': {
    title: 'Another sum there',
    advice: 'The gateway names another sum than the ledger.',
  },
  'not-paid': {
    title: 'A success here, not there',
    advice: 'It was fulfilled, but the gateway no longer reports it as paid. It may have been charged back.',
  },
  'refunded-outside': {
    title: 'Refunded at the gateway, not in the ledger',
    advice:
      'A refund made on the gateway’s own dashboard, or a part that the payer’s bank took. The ledger does not have all of this yet. Record a partial refund: it is posted to the ledger, a credit note over it is issued, the customer is told, and what was bought stays. If all of it was refunded, record it as a chargeback on the payment’s page instead.',
  },
};

/**
 * What a gateway and our ledger says differently, each until somebody closes it with what they
 * found out, or books the part that went back.
 */
export function GatewayDiscrepancies({ discrepancies }: { discrepancies: readonly GatewayDiscrepancy[] }) {
  const [ending, setEnding] = useState<{ of: GatewayDiscrepancy; how: 'close' | 'book' } | null>(null);
  const done = () => setEnding(null);
  return (
    <>
      {Object.entries(KINDS).map(([kind, words]) => (
        <Group
          key={kind}
          {...words}
          of={discrepancies.filter((discrepancy) => discrepancy.kind === kind)}
          onEnd={(of, how) => setEnding({ of, how })}
        />
      ))}
      {ending?.how === 'close' && <CloseDialog discrepancy={ending.of} onClose={done} />}
      {ending?.how === 'book' && <BookDialog discrepancy={ending.of} onClose={done} />}
    </>
  );
}

type GroupProps = {
  title: string;
  advice: string;
  of: readonly GatewayDiscrepancy[];
  onEnd: (discrepancy: GatewayDiscrepancy, how: 'close' | 'book') => void;
};

/** All of a payment going back is noted on its own page. */
function isPart({ kind, ledgerAmount, gatewayAmount }: GatewayDiscrepancy): boolean {
  return (
    kind === 'refunded-outside' &&
    ledgerAmount !== null &&
    gatewayAmount !== null &&
    gatewayAmount > 0 &&
    gatewayAmount < ledgerAmount
  );
}

function Group({ title, advice, of, onEnd }: GroupProps) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4 className="semi">{title}</h4>
      <p className="small soft">{advice}</p>
      <ul className="mt-2 border-line border-t">
        {of.map((discrepancy) => (
          <li
            key={discrepancy.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2"
          >
            <span className="min-w-0">
              <Reference of={discrepancy} />
              <span className="small soft block wrap-anywhere">{describe(discrepancy)}</span>
              <span className="small muted block">Found {formatMoment(discrepancy.foundAt)}</span>
            </span>
            <Allowed to={closeGatewayDiscrepancy}>
              <span className="flex flex-wrap gap-2">
                {isPart(discrepancy) && <Button onClick={() => onEnd(discrepancy, 'book')}>Record refund</Button>}
                <Button variant="secondary" onClick={() => onEnd(discrepancy, 'close')}>
                  Close
                </Button>
              </span>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reference({ of: { reference, kind } }: { of: GatewayDiscrepancy }) {
  if (kind === 'unknown-reference') return <span className="break-all">{reference}</span>;
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
function describe({ kind, ledgerAmount, gatewayAmount, gatewayStatus }: GatewayDiscrepancy): string {
  if (kind === 'refunded-outside' && ledgerAmount !== null && gatewayAmount !== null) {
    return `Here ${formatExactNaira(ledgerAmount)}, of which ${formatExactNaira(gatewayAmount)} was refunded there (${gatewayStatus})`;
  }
  const there = gatewayAmount === null ? gatewayStatus : formatExactNaira(gatewayAmount);
  return ledgerAmount === null ? `There ${there}` : `Here ${formatExactNaira(ledgerAmount)}, there ${there}`;
}

function CloseDialog({ discrepancy, onClose }: { discrepancy: GatewayDiscrepancy; onClose: () => void }) {
  const closing = useCloseDiscrepancy(discrepancy.id, closeGatewayDiscrepancy);
  return (
    <ReasonDialog
      title={`Close ${discrepancy.reference}`}
      confirm="Close it"
      schema={closeGatewayDiscrepancy.body}
      call={closing.mutateAsync}
      onClose={onClose}
    >
      <ul className="grid gap-1.5">
        <li>{describe(discrepancy)}.</li>
        <li>Say what you found out and what was done. Closing moves no money.</li>
        <li>It opens again when the gateway reports this payment differently.</li>
      </ul>
    </ReasonDialog>
  );
}

function BookDialog({ discrepancy, onClose }: { discrepancy: GatewayDiscrepancy; onClose: () => void }) {
  const booking = useCloseDiscrepancy(discrepancy.id, recordExternalRefund);
  return (
    <ReasonDialog
      title={`Record a partial refund of ${discrepancy.reference}`}
      confirm="Record it"
      schema={recordExternalRefund.body}
      call={booking.mutateAsync}
      onClose={onClose}
    >
      <ul className="grid gap-1.5">
        <li>{describe(discrepancy)}.</li>
        <li>
          What of it the ledger does not have yet leaves the gateway’s account, and a credit note over it is issued.
        </li>
        <li>What was bought stays, and so does a reward for it. The customer is notified.</li>
        <li>It cannot be undone.</li>
      </ul>
    </ReasonDialog>
  );
}
