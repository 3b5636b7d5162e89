import type { EInvoice } from '@portal/contract/billing/e-invoices';
import { useRef, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { useRowKeys } from '../../../../../shared/staff/shortcuts/use-row-keys.ts';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useAcceptEInvoice, useRetryEInvoice } from '../api/e-invoices.ts';
import { EInvoiceRow } from './e-invoice-row.tsx';

/** Documents, each with what can be done about it. */
export function EInvoiceRows({ documents }: { documents: readonly EInvoice[] }) {
  const list = useRef<HTMLUListElement>(null);
  const retrying = useRetryEInvoice();
  const retry = useMutateOnce(retrying);
  const [accepted, setAccepted] = useState<EInvoice | null>(null);
  useRowKeys(list, 'document');
  return (
    <>
      <ul ref={list} className="border-ink border-t" aria-label="Documents">
        {documents.map((document) => (
          <EInvoiceRow
            key={document.id}
            document={document}
            busy={retrying.isPending && retrying.variables === document.id}
            onRetry={() =>
              retry(document.id, {
                onSuccess: ({ message }) => toast({ title: document.documentNumber, description: message }),
                onError: (error) =>
                  toast({ title: 'Not retried', description: messageOf(error), variant: 'destructive' }),
              })
            }
            onAccept={() => setAccepted(document)}
          />
        ))}
      </ul>
      {accepted && <AcceptDialog document={accepted} onClose={() => setAccepted(null)} />}
    </>
  );
}

function AcceptDialog({ document, onClose }: { document: EInvoice; onClose: () => void }) {
  const { id, documentNumber, irn } = document;
  const accepting = useAcceptEInvoice();
  const accept = useMutateOnce(accepting);
  return (
    <ConfirmDialog
      title={`Is it ${documentNumber}?`}
      confirm="It is ours"
      busy={accepting.isPending}
      error={accepting.error}
      onClose={onClose}
      onConfirm={() =>
        accept(id, {
          onSuccess: ({ message }) => {
            toast({ title: documentNumber, description: message });
            onClose();
          },
        })
      }
    >
      The authority has a document with the number {irn}, and we do not know that we sent it. Look it up at the provider
      first: customer, day and amount have to be those of {documentNumber}, as after a restore of an older backup. We
      ask the provider once more, and then show it as registered.
    </ConfirmDialog>
  );
}
