import { DocumentLinkPanel } from '../../features/billing/papers/components/document-link-panel.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { AuthLayout } from '../identity/auth/auth-layout.tsx';

/** /document: where a texted link to documents leads. */
export function DocumentPage() {
  const t = useText();
  return (
    <AuthLayout line={t('Your line, from anywhere.')}>
      <DocumentLinkPanel />
    </AuthLayout>
  );
}
