import type { CurrentUser } from '@portal/contract/identity/accounts';
import { useParams } from 'react-router';
import { useStatement } from '../../features/billing/statements/api/get-statement.ts';
import { StatementSheet } from '../../features/billing/statements/components/statement-sheet.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { AsyncBoundary } from '../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../shared/ui/button/button-link.tsx';

/** /statements/:month, for example /statements/2026-11. */
export function StatementPage() {
  const { month = '' } = useParams();
  const user = useUser();
  return <div className="wrap max-w-3xl! py-6 lg:py-10">{user && <Statement month={month} user={user} />}</div>;
}

function Statement({ month, user }: { month: string; user: CurrentUser }) {
  const t = useText();
  const statement = useStatement(month);
  if (statement.error instanceof ApiError && statement.error.status === 404) return <NoSuchMonth />;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  return (
    <>
      {!statement.data && <h1 className="h1 mb-6">{t('Statement')}</h1>}
      <AsyncBoundary
        query={statement}
        failure={t('We could not load this statement')}
        skeleton={<Skeleton className="h-120 w-full rounded-panel" />}
      >
        {(loaded) => <StatementSheet statement={loaded} customer={{ name, email: user.email }} />}
      </AsyncBoundary>
    </>
  );
}

function NoSuchMonth() {
  const t = useText();
  return (
    <>
      <h1 className="h1 mb-6">{t('Statement')}</h1>
      <EmptyState
        title={t('There is no such month')}
        action={
          <ButtonLink to="/profile?tab=billing" variant="secondary">
            {t('Billing')}
          </ButtonLink>
        }
      >
        {t('Choose one in your account settings, under Billing.')}
      </EmptyState>
    </>
  );
}
