import type { CustomerPage } from '@portal/contract/console/customers';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

/** Where everything of an account is that has become a part of another one; nothing for all others. */
export function MergedNotice({ customer: { mergedAccount } }: { customer: CustomerPage }) {
  if (!mergedAccount) return null;
  const { id, name, accountNumber } = mergedAccount;
  return (
    <Alert kind="warn" className="mt-5">
      <p>
        Merged into{' '}
        <PageLink className="link semi" to={`/admin/customers/${id}`}>
          {bidiIsolate(name)}, account {formatAccountNumber(accountNumber)}
        </PageLink>
        : its lines, invoices and credit are there, and its sign-in opens it.
      </p>
    </Alert>
  );
}
