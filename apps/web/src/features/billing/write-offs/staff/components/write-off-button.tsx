import { writeOffInvoice } from '@portal/contract/billing/staff-write-offs';
import { useState } from 'react';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useWriteOffInvoice } from '../api/write-offs.ts';

type WriteOffButtonProps = { customerId: number; invoiceNumber: string };

/** Writes an open invoice off, after a dialog. */
export function WriteOffButton({ customerId, invoiceNumber }: WriteOffButtonProps) {
  const [form, setForm] = useState<string | null>(null);
  const writing = useWriteOffInvoice(customerId);
  return (
    <>
      <Button variant="quiet" aria-label={`Write off ${invoiceNumber}`} onClick={() => setForm(newClientId())}>
        Write off
      </Button>
      {form && (
        <ReasonDialog
          title="Write this invoice off"
          confirm="Write off"
          schema={writeOffInvoice.body}
          beside={{ invoiceNumber, clientRequestId: form }}
          call={writing.mutateAsync}
          onClose={() => setForm(null)}
        >
          <p>
            {invoiceNumber} becomes a loss and is due no more. If it is paid after all, the payment settles it and
            undoes this. Above an amount that the operator sets, a second person has to approve.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
