import type { DocumentProof } from '@portal/contract/billing/accounting-periods';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { FigureTable } from './figure-table.tsx';

const counted = (count: number) => `${count.toLocaleString('en-NG')} ${count === 1 ? 'document' : 'documents'}`;

function registrations(proof: DocumentProof) {
  const states = [
    { label: 'Registered with the tax authority', ...proof.registered },
    { label: 'Being registered', ...proof.waiting },
    { label: 'Refused by the tax authority', ...proof.refused },
    { label: 'Not to be registered', ...proof.unregistered },
  ];
  return states
    .filter(({ count }) => count > 0)
    .map(({ label, count, amount }) => ({ label, beside: counted(count), amount }));
}

/** The ledger, the documents and the tax authority beside each other, and every difference by name. */
export function DocumentProofPanel({ proof }: { proof: DocumentProof }) {
  const { differences, differenceCount, otherSum } = proof;
  return (
    <div className="grid max-w-[46em] gap-4">
      <FigureTable
        caption="Ledger and documents"
        figures={[
          { label: 'Revenue in the ledger, with VAT', amount: proof.ledgerRevenue },
          { label: 'Invoices less credit notes', amount: proof.documents, isSum: true },
          ...registrations(proof),
          ...(proof.writtenOff === 0
            ? []
            : [{ label: 'Revenue of charges that were written off, without a document', amount: proof.writtenOff }]),
        ]}
      />
      {differenceCount === 0 && otherSum.length === 0 ? (
        <Alert kind="ok">Each entry of revenue has its document, and each document its entry, to the kobo.</Alert>
      ) : (
        <Alert kind="warn">
          {differenceCount + otherSum.length === 1
            ? 'One difference'
            : `${differenceCount + otherSum.length} differences`}
          {differenceCount > differences.length && `, the first ${differences.length} below`}.
        </Alert>
      )}
      <ul>
        {differences.map(({ at, customer, ledger, documents, transactions, documentNumbers }) => (
          <li key={at} className="border-line grid gap-1 border-b py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <PageLink className="link" to={`/admin/customers/${customer.id}`}>
                {bidiIsolate(customer.name || `Customer ${customer.id}`)}
              </PageLink>
              <span className="soft small">{formatDateTime(at)}</span>
            </p>
            <p className="small">
              Ledger {formatExactNaira(ledger)}, documents {formatExactNaira(documents)}
            </p>
            <p className="muted small wrap-anywhere">{[...transactions, ...documentNumbers].join(', ')}</p>
          </li>
        ))}
        {otherSum.map(({ documentNumber, registered, document }) => (
          <li key={documentNumber} className="border-line border-b py-3">
            {documentNumber} is registered with {formatExactNaira(registered)} and says {formatExactNaira(document)}.
          </li>
        ))}
      </ul>
    </div>
  );
}
