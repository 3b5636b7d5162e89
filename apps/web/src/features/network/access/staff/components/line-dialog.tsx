import { type NetworkLine, renameNetworkLine, syncNetworkLine } from '@portal/contract/network/access';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useRenameLine, useSyncLine } from '../api/customer-line.ts';

type DialogProps = { line: NetworkLine; onClose: () => void };

/** Asks for the reason before the access is sent to the network again. */
export function SettleDialog({ line, onClose }: DialogProps) {
  const settling = useSyncLine({ customerId: line.customer.id, lineId: line.lineId });
  return (
    <ReasonDialog
      title="Send the access to the network again?"
      confirm="Send access"
      doneTitle="Saved"
      schema={syncNetworkLine.body}
      call={settling.mutateAsync}
      onClose={onClose}
    >
      <p className="soft">
        {line.access === 'open'
          ? `Open sessions get the line’s ${line.downloadMbps} Mbps.`
          : 'Open sessions are ended: the line is closed.'}{' '}
        A line that is offline gets the new access when it connects.
      </p>
    </ReasonDialog>
  );
}

/** Sets the login that the line's router uses. */
export function RenameDialog({ line, onClose }: DialogProps) {
  const renaming = useRenameLine({ customerId: line.customer.id, lineId: line.lineId });
  return (
    <ReasonDialog
      title="Change the login"
      confirm="Save"
      doneTitle="Saved"
      schema={renameNetworkLine.body}
      start={{ username: line.username }}
      call={renaming.mutateAsync}
      onClose={onClose}
    >
      {(field) => (
        <Field
          label="Login"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="As the customer’s router sends it. Open sessions go on counting."
          {...field('username')}
        />
      )}
    </ReasonDialog>
  );
}
