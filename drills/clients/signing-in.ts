import { createRetryingClient } from '../../bench/crash/retrying-client.ts';
import { type Client, createLoop, originOf, type Site } from './client.ts';

const PAUSE_MS = 500;
const KEPT = 20;
const PERSON = {
  firstName: 'Bola',
  lastName: 'Eze',
  email: 'signs-in@drill.example',
  password: 'green gate, slow tide',
};

/**
 * One customer who signs in again and again, each time as in a new browser. Counted are the sign-ins
 * that were answered with 200: such a session must hold.
 */
export async function createSigningIn(site: Site): Promise<Client> {
  const defects: string[] = [];
  const deps = {
    origin: originOf(site),
    end: site.end,
    onDefect: (defect: string) => defects.push(defect),
    fetch: site.log.fetchOf('sign in'),
  };
  const { email, password } = PERSON;
  await createRetryingClient(deps).call('POST', '/api/register', PERSON);
  const signedIn: ReturnType<typeof createRetryingClient>[] = [];
  let count = 0;
  return {
    name: 'sign-ins',
    ...createLoop(PAUSE_MS, async () => {
      const browser = createRetryingClient(deps);
      const { status } = await browser.call('POST', '/api/login', { email, password });
      if (status === 200) count++;
      else defects.push(`signing in answered ${status}`);
      signedIn.push(browser);
      if (signedIn.length > KEPT) signedIn.shift();
    }),
    acknowledged: () => count,
    check: async () => {
      const states = await Promise.all(signedIn.map((browser) => browser.call('GET', '/api/user')));
      const lost = states
        .filter(({ status }) => status !== 200)
        .map(({ status }) => `GET /api/user answered ${status}`);
      return [{ name: 'every session that was handed out holds', violations: [...lost, ...defects] }];
    },
  };
}
