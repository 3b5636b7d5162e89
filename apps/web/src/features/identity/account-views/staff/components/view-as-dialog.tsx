import { beginAccountView } from '@portal/contract/identity/account-views';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button, buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useBeginAccountView } from '../api/account-views.ts';

const PORTAL = '/dashboard';

type ViewAsDialogProps = {
  customer: { readonly id: number; readonly name: string };
  onClose: () => void;
};

/** Asks why, then opens the portal in another tab as this customer sees it, read only, for ten minutes. */
export function ViewAsDialog({ customer, onClose }: ViewAsDialogProps) {
  const name = bidiIsolate(customer.name);
  const { mutateAsync } = useBeginAccountView(customer.id);
  const [begun, setBegun] = useState(false);
  const { field, ...form } = useCallForm({
    schema: beginAccountView.body,
    start: { reason: '' },
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: () => {
      setBegun(true);
      window.open(PORTAL, '_blank', 'noopener');
    },
  });
  if (begun) return <BegunDialog name={name} onClose={onClose} />;
  return (
    <FormDialog
      title={`View as ${name}?`}
      confirm="View as customer"
      busyLabel="Opening..."
      form={form}
      onClose={onClose}
    >
      <p className="soft">
        The portal opens in another tab as {name} sees it, read only, for ten minutes. A view that you have open ends.
      </p>
      <TextAreaField
        label="Reason"
        hint={`It stays on record, and ${name} reads it with your first name.`}
        required
        rows={2}
        maxLength={300}
        {...field('reason')}
      />
    </FormDialog>
  );
}

/** Where the browser has let no tab be opened, the link does it. */
function BegunDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`You view as ${name}`}
      actions={
        <>
          <a className={buttonClass({})} href={PORTAL} target="_blank" rel="noopener" onClick={onClose}>
            Open their portal
          </a>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="soft mt-3">
        Their portal is open in another tab for ten minutes. If your browser has kept it closed, open it here. The
        console goes on as before.
      </p>
    </Dialog>
  );
}
