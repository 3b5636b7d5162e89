import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useCheckTransfers } from '../api/virtual-accounts.ts';
import { PanelPart } from './panel-part.tsx';

/** For whoever has sent money that does not appear: the banks are asked for it. */
export function CheckTransfers() {
  const t = useText();
  const check = useCheckTransfers();
  const ask = useMutateOnce(check);
  return (
    <PanelPart>
      <Button
        variant="secondary"
        block
        busy={check.isPending}
        busyLabel={t('Asking the banks...')}
        onClick={() => void ask(undefined)}
      >
        {t('I have sent money')}
      </Button>
      {check.data && (
        <Alert kind={check.data.found > 0 ? 'ok' : 'info'}>
          {t(check.data.message)}{' '}
          {check.data.found === 0 && t('It may take a few minutes. You need not stay: we tell you when it comes.')}
        </Alert>
      )}
      {check.error && <Alert kind="bad">{t(messageOf(check.error))}</Alert>}
    </PanelPart>
  );
}
