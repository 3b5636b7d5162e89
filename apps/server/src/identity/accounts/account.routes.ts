import { getUser, login, logout, register } from '@portal/contract/identity/accounts';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { FastifyBaseLogger } from 'fastify';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { createSharedConnection } from '../../platform/database/shared-connection.ts';
import type { SessionCookie } from '../../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { createLimit } from '../../platform/http/limits/rate-limit.ts';
import { HOUR_MS, type OpenCounter } from '../../platform/http/limits/shared-counters.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { registerAccountPeople } from '../account-people/account-people.routes.ts';
import type { FindCompanyNames } from '../account-people/company-names.port.ts';
import type { CodeLimits } from '../phone-verification/phone-verification.policy.ts';
import { type PrivacyDependencies, registerPrivacy } from '../privacy/privacy.routes.ts';
import type { ProofDeps } from '../proof/give-proof.ts';
import { registerProof } from '../proof/proof.routes.ts';
import { registerAccountRecovery } from '../recovery/account-recovery.routes.ts';
import { createAccountLinks } from '../recovery/create-account-links.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import { createDeviceCookie } from '../sign-in/create-device-cookie.ts';
import { createSignInRateLimit } from '../sign-in/create-sign-in-rate-limit.ts';
import { createForgetFailures, createSignInThrottle } from '../sign-in/create-sign-in-throttle.ts';
import { logIn } from '../sign-in/log-in.ts';
import type { SignInRecorder } from '../sign-in-help/create-sign-in-recorder.ts';
import type { RegisterWalkInDeps } from '../staff/register-walk-in.ts';
import { registerWalkIns } from '../staff/walk-in.routes.ts';
import { registerProfile } from './profile.routes.ts';
import { type RegisterCustomerDeps, registerCustomer } from './register-customer.ts';

export type AccountDeps = Pick<RegisterCustomerDeps, 'database' | 'clock' | 'randomBytes' | 'passwords' | 'publish'> & {
  /** The origin that customers use; mailed links point to it. */
  readonly origin: string;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly textCodes: RegisterWalkInDeps['textCodes'];
  readonly findCompanyNames: FindCompanyNames;
  /** Has the open pages of an account or a person refetch it. */
  readonly publishChange: (id: number) => void;
  readonly sessions: Pick<Sessions, 'startSession' | 'endSession' | 'recordProof' | 'recordSecondFactor'>;
  readonly secondFactor: ProofDeps['secondFactor'];
  /** Whether staff sign in by the operator's directory here. */
  readonly hasDirectory: boolean;
  /** The secrets and cookie of the sessions. */
  readonly secrets: AcceptedSecrets;
  readonly cookie: SessionCookie;
  readonly openCounter: OpenCounter;
  readonly privacy: Pick<PrivacyDependencies, 'billingFacts' | 'folder' | 'wakeExports'>;
  readonly recorder: Pick<SignInRecorder, 'note'>;
  readonly codeLimits: CodeLimits;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly limits: { readonly registrationsPerDevicePerHour: number; readonly failedSignInsPerMinute: number };
};

/**
 * Register, sign in, sign out, current user, Account Settings and password recovery (specification
 * sections 5, 7 and 8).
 */
export function registerAccount(routes: Routes, deps: AccountDeps): void {
  const deviceCookie = createDeviceCookie(deps);
  const countSignIn = createSignInRateLimit(deps.openCounter, deps.limits.failedSignInsPerMinute);
  const onSharedConnection = createSharedConnection(deps.database);
  const throttle = createSignInThrottle({ ...deps, onSharedConnection, deviceCookie, countSignIn });
  const countDevice = createLimit(deps.openCounter, {
    name: 'device-registration',
    max: deps.limits.registrationsPerDevicePerHour,
    windowMs: HOUR_MS,
  });
  const links = createAccountLinks(deps);
  registerAccountPeople(routes, { ...deps, links });
  registerWalkIns(routes, { ...deps, links });
  registerProfile(routes, { ...deps, deviceCookie, throttle, links });
  registerProof(routes, { ...deps, throttle });
  registerPrivacy(routes, { ...deps, ...deps.privacy, throttle });
  registerAccountRecovery(routes, {
    ...deps,
    links,
    deviceCookie,
    forgetFailures: createForgetFailures({ ...deps, deviceCookie }),
  });

  routes.serve(getUser, async ({ viewer }) => viewer.user, { lastKnownViewer: true });

  routes.serve(
    login,
    async ({ body, request, reply }) => {
      const signedIn = await logIn({ ...deps, onSharedConnection, deviceCookie, throttle, links }, body, request);
      const { user, setCookies, awaitsSecondFactor } = signedIn;
      reply.header('set-cookie', setCookies);
      if (awaitsSecondFactor) throw new ApiError('account.second-factor');
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
      const { user, setCookies } = await registerCustomer({ ...deps, deviceCookie, links, countDevice }, body, request);
      reply.header('set-cookie', setCookies);
      return { success: true as const, message: 'Registration successful', user };
    },
    { limit: 'registration' },
  );
}
