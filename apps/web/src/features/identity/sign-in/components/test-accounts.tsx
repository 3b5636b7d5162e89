import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';

type Account = { email: string; password: string };

/** The accounts of the demo data (interfaces, Demo data and sandbox). */
const ACCOUNTS = [
  { name: phrase('Customer'), email: 'customer@example.com', password: 'Customer123!' },
  { name: phrase('Admin'), email: 'admin@example.com', password: 'Admin123!' },
];

/** Fills the form with a demo login. Shown only while demo data is on. */
export function TestAccounts({ onUse }: { onUse: (account: Account) => void }) {
  const t = useText();
  return (
    <section className="test-accounts" aria-labelledby="test-accounts-title">
      <h2 className="h4" id="test-accounts-title">
        {t('Test Accounts')}
      </h2>
      <ul>
        {ACCOUNTS.map(({ name, email, password }) => (
          <li key={email}>
            <div>
              <p className="semi small">{t(name)}</p>
              <code>{email}</code>
            </div>
            <Button
              variant="quiet"
              aria-label={t('Use the {name} account', { name: t(name) })}
              onClick={() => onUse({ email, password })}
            >
              {t('Use')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
