import { Button } from '../../../shared/ui/button.tsx';

type Account = { email: string; password: string };

/** The accounts of the demo data (interfaces, Demo data and sandbox). */
const ACCOUNTS = [
  { name: 'Customer', email: 'customer@example.com', password: 'Customer123!' },
  { name: 'Admin', email: 'admin@example.com', password: 'Admin123!' },
];

/** Fills the form with a demo login. Shown only while demo data is on. */
export function TestAccounts({ onUse }: { onUse: (account: Account) => void }) {
  return (
    <section className="test-accounts" aria-labelledby="test-accounts-title">
      <h2 className="h4" id="test-accounts-title">
        Test Accounts
      </h2>
      <ul>
        {ACCOUNTS.map(({ name, email, password }) => (
          <li key={email}>
            <div>
              <p className="semi small">{name}</p>
              <code>{email}</code>
            </div>
            <Button variant="quiet" aria-label={`Use the ${name} account`} onClick={() => onUse({ email, password })}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
