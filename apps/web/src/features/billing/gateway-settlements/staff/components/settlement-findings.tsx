import { resolveSettlementFinding, type SettlementFinding } from '@portal/contract/billing/gateway-settlements';
import { useState } from 'react';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useResolveFinding } from '../api/settlements.ts';
import { describeDetails, findingWords } from '../settlement-labels.ts';

/** The reference of a payment of ours, which has a page. */
const OURS = /^P[0-9A-HJKMNP-TV-Z]{14}$/;

/** What does not agree in a settlement, each until somebody resolves it with what they found out. */
export function SettlementFindings({ findings, total }: { findings: readonly SettlementFinding[]; total: number }) {
  const [resolving, setResolving] = useState<SettlementFinding | null>(null);
  if (findings.length === 0) return null;
  const open = findings.filter(({ resolved }) => resolved === null);
  return (
    <section aria-labelledby="findings-title" className="mt-10">
      <h2 className="h3 mb-1" id="findings-title">
        Findings
      </h2>
      {total > open.length && (
        <p className="small soft">
          The first {open.length} of {total} that are open.
        </p>
      )}
      <ul className="mt-2 border-ink border-t">
        {findings.map((finding) => (
          <Finding key={finding.id} finding={finding} onResolve={() => setResolving(finding)} />
        ))}
      </ul>
      {resolving && <ResolveDialog finding={resolving} onClose={() => setResolving(null)} />}
    </section>
  );
}

function Finding({ finding, onResolve }: { finding: SettlementFinding; onResolve: () => void }) {
  const { kind, subject, foundAt, resolved } = finding;
  const { title, advice } = findingWords[kind];
  const details = describeDetails(finding);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-b py-3">
      <div className="min-w-0 max-w-[46em] flex-1 basis-64">
        <h3 className={resolved ? 'soft' : 'semi'}>{title}</h3>
        {subject && <Subject subject={subject} />}
        {details && <p className="small wrap-anywhere">{details}</p>}
        {resolved ? (
          <p className="small muted wrap-anywhere">
            Resolved {formatMoment(resolved.at)}
            {resolved.by && ` by ${resolved.by}`}
            {resolved.reason && `: ${resolved.reason}`}
          </p>
        ) : (
          <>
            <p className="small soft">{advice}</p>
            <p className="small muted">Found {formatMoment(foundAt)}</p>
          </>
        )}
      </div>
      {!resolved && (
        <Allowed to={resolveSettlementFinding}>
          <Button variant="secondary" onClick={onResolve}>
            Resolve
          </Button>
        </Allowed>
      )}
    </li>
  );
}

function Subject({ subject }: { subject: string }) {
  if (!OURS.test(subject)) return <p className="small break-all">{subject}</p>;
  return (
    <PageLink
      className="link inline-flex min-h-11 items-center break-all"
      to={`/admin/payments/${encodeURIComponent(subject)}`}
    >
      {subject}
    </PageLink>
  );
}

function ResolveDialog({ finding, onClose }: { finding: SettlementFinding; onClose: () => void }) {
  const resolving = useResolveFinding(finding.id);
  return (
    <ReasonDialog
      title="Resolve the finding"
      confirm="Resolve it"
      schema={resolveSettlementFinding.body}
      call={resolving.mutateAsync}
      onClose={onClose}
    >
      <ul className="grid gap-1.5">
        <li>{findingWords[finding.kind].title}.</li>
        <li>Say what you found out and what was done. Resolving moves no money.</li>
        <li>It is here again when the gateway says something else.</li>
      </ul>
    </ReasonDialog>
  );
}
