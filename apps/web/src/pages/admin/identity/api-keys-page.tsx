import { ApiKeyList } from '../../../features/identity/api-keys/staff/components/api-key-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/api-keys: with what the operator's programs call. */
export function ApiKeysPage() {
  return (
    <ConsolePageLayout
      title="API keys"
      lead="With a key another program reads and changes what you allow it, and never more than you may do yourself."
    >
      <ApiKeyList />
    </ConsolePageLayout>
  );
}
