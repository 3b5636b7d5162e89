import { replaceBank } from '@portal/contract/billing/payments/staff-incoming-transfers';
import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useReplaceBank } from '../api/staff-virtual-accounts.ts';

export type ReplaceBankDialogProps = {
  of: { readonly provider: IntakeProvider; readonly bank: string; readonly ready: number };
  onClose: () => void;
};

/** Says what replacing a bank that has stopped does, and asks why. */
export function ReplaceBankDialog({ of: { provider, bank, ready }, onClose }: ReplaceBankDialogProps) {
  const replacing = useReplaceBank();
  return (
    <ReasonDialog
      title={`Replace ${bank}`}
      confirm={ready === 1 ? 'Replace 1 number' : `Replace ${ready.toLocaleString('en-NG')} numbers`}
      doneTitle={bank}
      schema={replaceBank.body}
      beside={{ provider, bank }}
      call={replacing.mutateAsync}
      onClose={onClose}
    >
      <ul className="soft grid list-disc gap-1 pl-5">
        <li>Every customer with a number there is told not to use it any more.</li>
        <li>Numbers at the provider’s other banks are asked for, where there are some.</li>
        <li>Money that still comes to an old number stays its customer’s.</li>
        <li>It cannot be undone.</li>
      </ul>
    </ReasonDialog>
  );
}
