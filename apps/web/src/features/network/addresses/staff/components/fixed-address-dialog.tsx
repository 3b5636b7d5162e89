import {
  type AddressProduct,
  type LineAddress,
  type StaffLineAddresses,
  setLineAddress,
} from '@portal/contract/network/addresses';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatDate, formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog, type DialogProps } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useSetLineAddress, useStaffLineAddresses } from '../api/addresses.ts';

type Customer = { readonly id: number; readonly lineId: number };
type FixedAddressDialogProps = { customer: Customer; onClose: () => void };

const TITLE = 'Fixed address';

/** The fixed addresses of the line that the page shows: to be given, changed and ended. */
export function FixedAddressDialog({ customer, onClose }: FixedAddressDialogProps) {
  const addresses = useStaffLineAddresses(customer.id, customer.lineId);
  if (addresses.data && isOffered(addresses.data))
    return <GiveDialog customer={customer} line={addresses.data} onClose={onClose} />;
  return (
    <PlainDialog onClose={onClose}>
      <AsyncBoundary
        query={addresses}
        failure="We could not load the addresses of the line"
        skeleton={<Skeleton className="mt-4 h-60 w-full" />}
      >
        {(line) => (
          <div className="mt-4 grid gap-4">
            <p>
              Fixed addresses are not offered. Give them a price under Plans, one-off charges, and offer them there;
              their pools are under Network, Addresses.
            </p>
            <History line={line} />
          </div>
        )}
      </AsyncBoundary>
    </PlainDialog>
  );
}

function PlainDialog({ onClose, children }: Pick<DialogProps, 'onClose' | 'children'>) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLE}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}

const isOffered = ({ offered, addresses }: StaffLineAddresses) => offered.length > 0 || addresses.length > 0;

const NAMES: Readonly<Record<AddressProduct, string>> = { ipv4: 'IPv4 address', 'ipv6-prefix': 'IPv6 prefix' };

type Fields = { product: AddressProduct; what: 'next' | 'named' | 'end'; address: string };

/** What the line can do about an address, given whether it has one. */
function choicesOf(own: LineAddress | undefined) {
  if (!own)
    return [
      { value: 'next', label: 'Give it the next free one' },
      { value: 'named', label: 'Give it this one' },
    ];
  const keep = own.until === null ? [] : [{ value: 'next', label: 'Keep it beyond the paid time' }];
  const end = own.until === null ? [{ value: 'end', label: 'End it with the paid time' }] : [];
  return [...keep, { value: 'named', label: 'Change it to this one' }, ...end];
}

function GiveDialog({ customer, line, onClose }: FixedAddressDialogProps & { line: StaffLineAddresses }) {
  const saving = useSetLineAddress(customer.id);
  const products = (['ipv4', 'ipv6-prefix'] as const).filter(
    (each) =>
      line.offered.some(({ product }) => product === each) || line.addresses.some(({ product }) => product === each),
  );
  const ownOf = (product: AddressProduct) => line.addresses.find((each) => each.product === product);
  const first = products[0] ?? 'ipv4';
  const whatFirst = (product: AddressProduct) => choicesOf(ownOf(product))[0]?.value as Fields['what'];
  const {
    field,
    form: fields,
    ...form
  } = useCallForm<Fields, z.output<typeof setLineAddress.body>, { message: string }>({
    schema: setLineAddress.body,
    start: { product: first, what: whatFirst(first), address: '' },
    bodyOf: ({ product, what, address }) => ({
      address: what === 'end' ? null : what === 'next' ? 'next' : address,
      product,
      lineId: customer.lineId,
    }),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: TITLE, description: message });
      onClose();
    },
  });
  const product = fields.watch('product');
  const own = ownOf(product);
  const offer = line.offered.find((each) => each.product === product);
  const choices = choicesOf(own);
  const what = fields.watch('what');
  const chosen = field('product');
  return (
    <FormDialog title={TITLE} confirm="Save" form={form} onClose={onClose}>
      {products.length > 1 && (
        <SelectField
          label="What"
          options={products.map((each) => ({ value: each, label: NAMES[each] }))}
          {...chosen}
          onChange={(event) => {
            void chosen.onChange(event);
            fields.setValue('what', whatFirst(event.target.value as AddressProduct));
          }}
        />
      )}
      <p>{own ? describeOwn(own) : offer && describeOffer(offer)}</p>
      <SelectField label="What to do" options={choices} {...field('what')} />
      {what === 'named' && (
        <Field
          label={product === 'ipv4' ? 'Address' : 'Prefix'}
          maxLength={50}
          placeholder={product === 'ipv4' ? '198.51.100.7' : '2001:db8:0:100::/56'}
          autoComplete="off"
          spellCheck={false}
          {...field('address')}
        />
      )}
      {what !== 'end' && (
        <p className="soft small">The customer is told. A line that is online reconnects once, within a minute.</p>
      )}
      <History line={line} />
    </FormDialog>
  );
}

function describeOwn({ name, address, price, since, until }: LineAddress): string {
  const end = until === null ? '' : ` It ends with the paid time on ${formatDate(until)}.`;
  return `${name}: ${address} since ${formatDate(since)}, ${formatExactNaira(price)} a month.${end}`;
}

function describeOffer({ name, price, free }: StaffLineAddresses['offered'][number]): string {
  return `${name}: ${formatExactNaira(price)} a month with the plan, the rest of the paid month at once by the day. ${free.toLocaleString('en-NG')} free.`;
}

function History({ line: { history } }: { line: StaffLineAddresses }) {
  const earlier = history.filter(({ until }) => until !== null);
  if (earlier.length === 0) return null;
  return (
    <section aria-label="Earlier addresses">
      <p className="semi small">Earlier</p>
      <ul className="small soft">
        {earlier.map(({ address, from, until }) => (
          <li key={`${address} ${from}`} className="wrap-anywhere">
            {address}, {formatMoment(from)} to {formatMoment(until ?? from)}
          </li>
        ))}
      </ul>
    </section>
  );
}
