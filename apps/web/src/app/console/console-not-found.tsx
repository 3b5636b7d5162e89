import { ButtonLink } from '../../shared/ui/button/button-link.tsx';

/** An address below /admin that leads nowhere. */
export function ConsoleNotFound() {
  return (
    <div className="wrap max-w-xl py-16">
      <h1 className="h1">Page not found</h1>
      <p className="soft mt-3 mb-6">There is no such page in the console. It may have been an old link.</p>
      <ButtonLink to="/admin">Go to the start</ButtonLink>
    </div>
  );
}
