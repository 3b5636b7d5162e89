import {
  beginDirectorySignIn,
  completeDirectorySignIn,
  type DirectoryRefusal,
  directoryRefusals,
} from '@portal/contract/identity/directory-sign-in';
import type { SignInOutcome } from '@portal/contract/identity/sign-in-help';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import * as z from 'zod/mini';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import type { DeviceCookie } from '../sign-in/create-device-cookie.ts';
import { type NewDeviceDeps, reportNewDevice } from '../sign-in/report-new-device.ts';
import type { SignInRecorder } from '../sign-in-help/create-sign-in-recorder.ts';
import { type AdmitDependencies, admitFromDirectory } from './admit-from-directory.ts';
import { type Directory, DirectoryUnavailable } from './create-directory.ts';
import { type BegunSignIn, consolePath, type SignInCookie } from './create-sign-in-cookie.ts';

export type DirectorySignInDependencies = AdmitDependencies &
  NewDeviceDeps & {
    /** Null where the operator has none. */
    readonly directory: Directory | null;
    readonly signInCookie: SignInCookie;
    readonly deviceCookie: Pick<DeviceCookie, 'deviceOf' | 'issue'>;
    readonly sessions: Pick<Sessions, 'startSession'>;
    readonly recorder: Pick<SignInRecorder, 'note'>;
    /** The origin of the console. */
    readonly origin: string;
    readonly metricsRegistry: Registry;
    readonly log: Pick<FastifyBaseLogger, 'warn'>;
  };

/** Counts how sign-ins by the directory end; only where there is one. */
function countSignIns(registry: Registry): (outcome: DirectoryRefusal | 'admitted') => void {
  const counter = new Counter({
    name: 'directory_sign_ins_total',
    help: 'Sign-ins of staff by the OpenID Connect directory, by how they ended.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // A rate needs the zero before the first event.
  for (const outcome of ['admitted', ...directoryRefusals]) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

function outcomeOf(reason: DirectoryRefusal): SignInOutcome {
  if (reason === 'off') return 'disabled';
  return reason === 'unverified' ? 'unverified' : 'directory-refused';
}

/** Sign-in of staff by the operator's OpenID Connect directory: both calls are opened as pages. */
export function registerDirectorySignIn(routes: Routes, deps: DirectorySignInDependencies): void {
  const { directory, signInCookie, deviceCookie, sessions, origin, log } = deps;
  const count = directory === null ? () => {} : countSignIns(deps.metricsRegistry);

  const send = (reply: FastifyReply, address: string, setCookies: readonly string[]) =>
    reply
      .code(303)
      .header('cache-control', 'no-store')
      .header('set-cookie', setCookies)
      .header('location', address)
      .send();

  function refuse(reply: FastifyReply, next: string, reason: DirectoryRefusal) {
    count(reason);
    const query = new URLSearchParams({ next, directory: reason });
    return send(reply, `${origin}/login?${query}`, [signInCookie.end()]);
  }

  /** Somebody looks at it: a sentence on the sign-in page, and no JSON. */
  function refuseBusy({ code }: ApiError, reply: FastifyReply, next: string | undefined) {
    const isBusy = code === 'request.too-many' || code === 'service.unavailable';
    return directory !== null && isBusy ? refuse(reply, consolePath(next), 'busy') : null;
  }

  /** The reason goes to the log without what the directory sent: that has codes and personal data. */
  function explain(error: unknown): DirectoryRefusal {
    const isUnavailable = error instanceof DirectoryUnavailable;
    log.warn({ err: error }, isUnavailable ? 'the directory is unavailable' : 'a sign-in by the directory failed');
    return isUnavailable ? 'unavailable' : 'incomplete';
  }

  async function verify(from: Directory, begun: BegunSignIn, query: string) {
    try {
      return { person: await from.personOf(query, begun) };
    } catch (error) {
      return { reason: explain(error) };
    }
  }

  routes.serve(
    beginDirectorySignIn,
    async ({ query, reply }) => {
      if (directory === null) throw new ApiError('request.not-found');
      const { begun, setCookie } = signInCookie.begin(query.next);
      try {
        return send(reply, await directory.addressFor(begun, query.again !== undefined), [setCookie]);
      } catch (error) {
        return refuse(reply, begun.next, explain(error));
      }
    },
    {
      onRefusal: (error, request, reply) => {
        const { data } = z.safeParse(beginDirectorySignIn.query, request.query);
        return refuseBusy(error, reply, data?.next);
      },
    },
  );

  routes.serve(
    completeDirectorySignIn,
    async ({ request, reply }) => {
      if (directory === null) throw new ApiError('request.not-found');
      const begun = signInCookie.read(request);
      if (begun === null) return refuse(reply, consolePath(undefined), 'incomplete');
      const { person, reason } = await verify(directory, begun, new URL(request.url, origin).search);
      if (person === undefined) return refuse(reply, begun.next, reason);
      const device = deviceCookie.deviceOf(request);
      const admitted = await admitFromDirectory(deps, person, async (tx, { account, isNew }) => {
        const { id, passwordHash } = account;
        const { authenticatedAt } = person;
        const opening = { id, passwordHash, device, attempts: [], secondFactor: true as const, authenticatedAt };
        const { cookie, isNewDevice } = await sessions.startSession(tx, opening, request);
        if (isNewDevice) await reportNewDevice(deps, tx, { ...account, isNew }, device, request);
        return [cookie, deviceCookie.issue(account.emailKey, device)];
      });
      const outcome = 'refused' in admitted ? outcomeOf(admitted.refused) : 'signed-in';
      if (admitted.userId !== null) {
        deps.recorder.note({ of: { userId: admitted.userId }, way: 'directory', outcome }, request);
      }
      if ('refused' in admitted) return refuse(reply, begun.next, admitted.refused);
      count('admitted');
      // The whole address: a path alone could become one of another host.
      return send(reply, new URL(begun.next, origin).href, [...admitted.session, signInCookie.end()]);
    },
    {
      limit: 'sign-in',
      onRefusal: (error, request, reply) => refuseBusy(error, reply, signInCookie.read(request)?.next),
    },
  );
}
