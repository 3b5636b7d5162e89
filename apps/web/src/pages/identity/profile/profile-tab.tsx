import type { CurrentUser } from '@portal/contract/identity/accounts';
import { EmailVerificationNotice } from '../../../features/identity/accounts/components/email-verification-notice.tsx';
import { ProfileForm } from '../../../features/identity/accounts/components/profile-form.tsx';
import { formatDate } from '../../../shared/format/date.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { DescriptionList } from '../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';
import { PhoneSection } from './phone-section.tsx';

const ROLES = { customer: phrase('Customer'), admin: phrase('Administrator') };

/** Name, addresses and the role of the account. */
export function ProfileTab({ user }: { user: CurrentUser }) {
  const t = useText();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[7fr_5fr] lg:gap-6">
      <Panel className="grid gap-5">
        <h2 className="h3">{t('Your details')}</h2>
        {user.email && !user.emailVerified && <EmailVerificationNotice email={user.email} />}
        <ProfileForm user={user} />
      </Panel>
      <div className="grid gap-4 lg:gap-6">
        <PhoneSection user={user} />
        <DescriptionList
          className="border-ink border-t pt-5"
          facts={[
            { label: t('Account'), value: t(ROLES[user.role]) },
            { label: t('Customer since'), value: formatDate(user.createdAt) },
          ]}
        />
      </div>
    </div>
  );
}
