import { ApiError } from '../../../../shared/api/api-error.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { usePayCode } from '../api/quick-pay.ts';
import { PayAccount } from './pay-account.tsx';

/** Where the payment link of a customer leads: the second step. */
export function PayByCode({ code }: { code: string }) {
  const t = useText();
  const found = usePayCode(code);
  if (found.error instanceof ApiError && found.error.status === 404) {
    return (
      <div className="grid max-w-[560px] gap-5">
        <Alert kind="warn">
          {t('We do not know this link. It was perhaps replaced, or not copied whole. You have not been charged.')}
        </Alert>
        <ButtonLink className="justify-self-start" variant="secondary" to="/pay">
          {t('Find the account')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <AsyncBoundary
      query={found}
      failure={t('We could not load what this link is for')}
      skeleton={<Skeleton className="h-96 w-full rounded-panel" />}
    >
      {(loaded) => <PayAccount key={loaded.token} found={loaded} />}
    </AsyncBoundary>
  );
}
