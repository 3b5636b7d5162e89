import { UserRound, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCustomer } from '../../../features/console/customers/staff/api/get-customer.ts';
import { useCustomers } from '../../../features/console/customers/staff/api/search-customers.ts';
import { bidiIsolate } from '../../../shared/format/bidi-isolate.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx';
import { Field } from '../../../shared/ui/form/field.tsx';

const PAUSE_MS = 250;

export type CustomerPickerProps = {
  /** The id of the customer by whom the list is filtered; empty for none. */
  chosen: string;
  /** Called with the id, empty for all customers. */
  onChoose: (id: string) => void;
};

/** Limits a list to one customer, found by name, address, number or reference. */
export function CustomerPicker({ chosen, onChoose }: CustomerPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="field">
      <span className="field-label">Customer</span>
      {chosen ? (
        <Button variant="secondary" className="min-h-12 min-w-0 justify-between px-3.5" onClick={() => onChoose('')}>
          <ChosenName id={Number(chosen)} />
          <X />
        </Button>
      ) : (
        <Button
          variant="secondary"
          className="min-h-12 min-w-0 justify-start bg-sheet px-3.5 font-normal"
          onClick={() => setOpen(true)}
        >
          <UserRound className="max-sm:hidden" />
          <span className="truncate">All customers</span>
        </Button>
      )}
      {open && (
        <CustomerDialog
          onClose={() => setOpen(false)}
          onChoose={(id) => {
            setOpen(false);
            onChoose(id);
          }}
        />
      )}
    </div>
  );
}

function ChosenName({ id }: { id: number }) {
  const customer = useCustomer(id);
  return (
    <span className="truncate">
      <span className="sr-only">Show all customers, not only </span>
      {bidiIsolate(customer.data?.name ?? `No. ${id}`)}
    </span>
  );
}

function useTyped(): [typed: string, settled: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState('');
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, settled, setTyped];
}

type CustomerDialogProps = {
  title?: string;
  onClose: () => void;
  onChoose: (id: string, name: string) => void;
};

/** Finds one customer. */
export function CustomerDialog({ title = 'Which customer?', onClose, onChoose }: CustomerDialogProps) {
  const [typed, search, setTyped] = useTyped();
  const customers = useCustomers(search);
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="mt-4">
        <Field
          label="Find a customer"
          hint="The beginning of a name, an email or a phone number"
          type="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="mt-4 min-h-60">
        <AsyncBoundary
          query={customers}
          failure="We could not load the customers"
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {(found) =>
            found.length === 0 ? (
              <EmptyState title="Nobody found">No name, email or number begins like this.</EmptyState>
            ) : (
              <ul className="border-line border-t">
                {found.map(({ id, name, email, phone }) => (
                  <li key={id} className="border-line border-b">
                    <button
                      type="button"
                      className="block w-full px-1 py-2.5 text-left hover:bg-well"
                      onClick={() => onChoose(String(id), name)}
                    >
                      <span className="semi block break-words">{bidiIsolate(name)}</span>
                      <span className="small soft block wrap-anywhere">{email || (phone && formatPhone(phone))}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </AsyncBoundary>
      </div>
    </Dialog>
  );
}
