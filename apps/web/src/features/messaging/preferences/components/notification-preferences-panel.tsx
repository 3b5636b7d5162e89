import type { NotificationChoices } from '@portal/contract/identity/profile';
import { Check } from 'lucide-react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useNotificationPreferences } from '../api/get-notification-preferences.ts';
import { useSaveNotificationPreferences } from '../api/save-notification-preferences.ts';
import { PushSwitch } from './push-switch.tsx';
import { WhatsAppSwitch } from './whatsapp-switch.tsx';
import './checkbox.css';

type Choice = { readonly id: keyof NotificationChoices; readonly label: string; readonly hint: string };

/** Specification section 2, Profile, Notifications. */
const CHOICES: readonly Choice[] = [
  {
    id: 'serviceUpdates',
    label: phrase('Service Updates'),
    hint: phrase(
      'When your data runs low, when your plan changes, when we give lost time back, and our announcements of works and faults.',
    ),
  },
  {
    id: 'billReminders',
    label: phrase('Bill Reminders'),
    hint: phrase('A mail before your bill is due.'),
  },
  {
    id: 'promotionalOffers',
    label: phrase('Promotional Offers'),
    hint: phrase('New plans and lower prices, now and then.'),
  },
];

const ALWAYS_SENT = [
  phrase('Receipts for what you have paid'),
  phrase('Notices that your line is about to be suspended'),
  phrase('Messages about the security of your account'),
];

/** The customer's choices of mails. Each is saved at once. */
export function NotificationPreferencesPanel() {
  const t = useText();
  const choices = useNotificationPreferences();
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[7fr_5fr] lg:gap-12">
      <section className="panel" aria-labelledby="choices-heading">
        <h2 className="h3 mb-4" id="choices-heading">
          {t('What we write to you about')}
        </h2>
        <AsyncBoundary
          query={choices}
          failure={t('We could not load your choices')}
          skeleton={<Skeleton className="h-[318px] w-full sm:h-64" />}
        >
          {(loaded) => <ChoiceList choices={loaded} />}
        </AsyncBoundary>
      </section>
      <div className="grid gap-8">
        <PushSwitch />
        <WhatsAppSwitch />
        <section className="border-ink border-t pt-5" aria-labelledby="always-heading">
          <h2 className="h3" id="always-heading">
            {t('Always sent')}
          </h2>
          <p className="soft mt-1 mb-4">{t('Whatever you choose, these come to your email address.')}</p>
          <ul className="rows">
            {ALWAYS_SENT.map((what) => (
              <li key={what}>{t(what)}</li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function ChoiceList({ choices }: { choices: NotificationChoices }) {
  const t = useText();
  const { save, underWay, isPending, isSuccess } = useSaveNotificationPreferences((failure) =>
    toast({
      title: t('Your choice was not saved'),
      description: t(messageOf(failure)),
      variant: 'destructive',
    }),
  );
  const shown: NotificationChoices = Object.assign({}, choices, ...underWay);
  return (
    <>
      <ul className="rows">
        {CHOICES.map(({ id, label, hint }) => (
          <li key={id}>
            <label className="checkbox">
              <input
                type="checkbox"
                aria-describedby={`${id}-hint`}
                checked={shown[id]}
                onChange={(event) => save({ [id]: event.currentTarget.checked })}
              />
              <span className="checkbox-label">{t(label)}</span>
              <span className="soft small" id={`${id}-hint`}>
                {t(hint)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="soft small mt-4 flex min-h-6 items-center gap-1.5" role="status">
        {isPending && t('Saving...')}
        {isSuccess && (
          <>
            <Check className="icon-small text-ok" />
            {t('Saved')}
          </>
        )}
      </p>
    </>
  );
}
