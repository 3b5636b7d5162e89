import { excludeFromOutage, type Outage, type OutageLine } from '@portal/contract/network/staff-outage-credits';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/reason-dialog.tsx';
import { useExclude } from '../api/outages.ts';

type ExcludeDialogProps = { outage: Outage; line: OutageLine; onClose: () => void };

/**
 * Leaves a customer out of what is given back, or takes them in again; with a reason, which stays
 * on record.
 */
export function ExcludeDialog({ outage, line, onClose }: ExcludeDialogProps) {
  const excluding = useExclude(outage.incidentId, line.customer.id);
  const excluded = line.state === 'waiting';
  const verb = excluded ? 'Leave out' : 'Take in again';
  return (
    <ReasonDialog
      title={verb}
      confirm={verb}
      told={bidiIsolate(line.customer.name)}
      schema={excludeFromOutage.body}
      beside={{ excluded }}
      call={excluding.mutateAsync}
      onClose={onClose}
    >
      <p>
        {excluded
          ? `${bidiIsolate(line.customer.name)} is not given the time of this outage back, and is told nothing.`
          : `${bidiIsolate(line.customer.name)} is given the time of this outage back with the others.`}
      </p>
    </ReasonDialog>
  );
}
