import { useState } from 'react';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { CompanyDialog } from './company-billing.tsx';

/** Turns an account into a company, from where it stands at the counter. */
export function MakeCompany({ customerId }: { customerId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Bill as a company
      </Button>
      {open && <CompanyDialog customerId={customerId} company={null} onClose={() => setOpen(false)} />}
    </>
  );
}
