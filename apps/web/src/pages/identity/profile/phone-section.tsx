import type { CurrentUser } from '@portal/contract/identity/accounts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { PhoneVerificationPanel } from '../../../features/identity/phone-verification/components/phone-verification-panel.tsx';
import { formatPhone } from '../../../shared/format/phone.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { Badge } from '../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

/** The verified number, or a link to verify one. */
export function PhoneSection({ user }: { user: CurrentUser }) {
  const t = useText();
  const [changing, setChanging] = useState(false);
  const verified = user.phoneVerified ? user.phone : null;
  return (
    <Panel>
      <h2 className="h3">{t('Your phone')}</h2>
      {verified && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="semi">{formatPhone(verified)}</span>
          <Badge kind="ok" icon={CircleCheck}>
            {t('Verified')}
          </Badge>
        </p>
      )}
      {verified && !changing ? (
        <Button variant="secondary" className="mt-4" onClick={() => setChanging(true)}>
          {t('Use another number')}
        </Button>
      ) : (
        <div className="mt-4 grid gap-3">
          <PhoneVerificationPanel onVerified={() => setChanging(false)} />
          {verified && (
            <Button variant="quiet" className="-mx-3 justify-self-start" onClick={() => setChanging(false)}>
              {t('Keep this number')}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
