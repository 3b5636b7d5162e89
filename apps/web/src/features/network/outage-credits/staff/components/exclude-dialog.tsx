import { excludeFromOutage, type Outage, type OutageLine } from '@portal/contract/network/staff-outage-credits';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useExclude } from '../api/outages.ts';

type ExcludeDialogProps = { outage: Outage; line: OutageLine; onClose: () => void };

/**
 * Excludes a customer from the credits, or includes them again; with a reason, which stays
 * on record.
 */
export function ExcludeDialog({ outage, line, onClose }: ExcludeDialogProps) {
  const excluding = useExclude(outage.incidentId, line.lineId);
  const excluded = line.state === 'waiting';
  const verb = excluded ? 'Exclude' : 'Include again';
  return (
    <ReasonDialog
      title={verb}
      confirm={verb}
      doneTitle={bidiIsolate(line.customer.name)}
      schema={excludeFromOutage.body}
      beside={{ excluded }}
      call={excluding.mutateAsync}
      onClose={onClose}
    >
      <p>
        {excluded
          ? `${bidiIsolate(line.customer.name)} gets no credit for this outage, and no notice.`
          : `${bidiIsolate(line.customer.name)} gets the credit for this outage with the others.`}
      </p>
    </ReasonDialog>
  );
}
