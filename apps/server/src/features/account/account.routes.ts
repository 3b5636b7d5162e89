import { getUser, login, logout, register } from '@portal/contract/account';
import type { Mail } from '@portal/kernel/mail';
import type { Transaction } from '../../database/connection.ts';
import { createSharedConnection } from '../../database/shared-connection.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { Routes } from '../../http/route-from-contract.ts';
import type { SessionCookie } from '../../http/session.ts';
import { HOUR_MS, type OpenCounter } from '../../http/shared-counters.ts';
import { registerAccountRecovery } from './account-recovery.routes.ts';
import { createAccountLinks } from './create-account-links.ts';
import { createBrowserMarks } from './create-browser-marks.ts';
import type { Sessions } from './create-sessions.ts';
import { createForgetFailures, createSignInThrottle } from './create-sign-in-throttle.ts';
import { createStrangersGate } from './create-strangers-gate.ts';
import { logIn } from './log-in.ts';
import { registerProfile } from './profile.routes.ts';
import { type RegisterCustomerDeps, registerCustomer } from './register-customer.ts';

export type AccountDeps = Pick<
  RegisterCustomerDeps,
  'database' | 'clock' | 'randomBytes' | 'passwords' | 'recordReferral' | 'saveLanguage' | 'announceChange'
> & {
  /** The origin that customers use: mailed links lead there. */
  readonly origin: string;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly sessions: Pick<Sessions, 'startSession' | 'endSession'>;
  /** The secret and cookie that the sessions were made with. */
  readonly secret: string;
  readonly cookie: SessionCookie;
  readonly openCounter: OpenCounter;
  readonly limits: { readonly registrationsPerDevicePerHour: number; readonly failedSignInsPerMinute: number };
};

/** Register, sign in, sign out, who am I, Account Settings and what to do without the password (specification sections 5, 7 and 8). */
export function registerAccount(routes: Routes, deps: AccountDeps): void {
  const browserMarks = createBrowserMarks(deps);
  const passStrangersGate = createStrangersGate(deps.openCounter, deps.limits.failedSignInsPerMinute);
  const onSharedConnection = createSharedConnection(deps.database);
  const throttle = createSignInThrottle({ ...deps, onSharedConnection, browserMarks, passStrangersGate });
  const countDevice = createLimit(deps.openCounter, {
    name: 'device-registration',
    max: deps.limits.registrationsPerDevicePerHour,
    windowMs: HOUR_MS,
  });
  const links = createAccountLinks(deps);
  registerProfile(routes, { ...deps, browserMarks, throttle, links });
  registerAccountRecovery(routes, {
    ...deps,
    links,
    browserMarks,
    forgetFailures: createForgetFailures({ ...deps, browserMarks }),
  });

  routes.serve(getUser, async ({ viewer }) => viewer.user);

  routes.serve(
    login,
    async ({ body, request, reply }) => {
      const { user, setCookies } = await logIn({ ...deps, onSharedConnection, browserMarks, throttle }, body, request);
      reply.header('set-cookie', setCookies);
      return { success: true as const, message: 'Login successful', user };
    },
    { limit: 'sign-in' },
  );

  routes.serve(logout, async ({ request, reply }) => {
    reply.header('set-cookie', await deps.sessions.endSession(request));
    return { success: true as const, message: 'Logged out successfully' };
  });

  routes.serve(
    register,
    async ({ body, request, reply }) => {
      const { user, setCookies } = await registerCustomer({ ...deps, browserMarks, links, countDevice }, body, request);
      reply.header('set-cookie', setCookies);
      return { success: true as const, message: 'Registration successful', user };
    },
    { limit: 'registration' },
  );
}
