import { ALL_OTHERS } from '@portal/contract/network/staff-access-servers';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { NasAnswer } from '../radius-actions/radius-packet.ts';
import { listServerRows } from './access-server.repository.ts';
import type { askAccessServer } from './ask-access-server.ts';
import type { ServerDependencies } from './save-access-server.ts';

export type Verdict = {
  readonly verdict: 'right' | 'former-secret' | 'silent' | 'refused' | 'unreachable';
  readonly message: string;
};

const NO_SUCH_SESSION = 503;

/** What an access server means by an Error-Cause of RFC 5176, and what mends it. */
const CAUSES: Readonly<Record<number, string>> = {
  401: 'it does not know one of the attributes that name a session: see its manual for what it wants',
  402: 'it wants another attribute to find a session: see its manual',
  403: 'it has another address than the one on this list: correct the address',
  404: 'it does not accept the form of the request: update its software',
  405: 'it does not do this for sessions of this kind: switch RFC 5176 on for them',
  406: 'it does not know such requests: switch Disconnect and CoA (RFC 5176) on',
  501: 'it forbids such requests: allow them from the portal’s address',
  502: 'it passes requests on and cannot here: enter the address of the access server itself',
  504: 'it could not remove the session’s context: look at its log',
  505: 'another process in it failed: look at its log',
  506: 'it has no resources at this moment: try again later',
};

/** What an answer to the test says, in words for staff. */
function judgeAnswer({ isAck, cause }: NasAnswer): Verdict {
  if (isAck || cause === null || cause === NO_SUCH_SESSION) {
    return { verdict: 'right', message: 'All is right: it answers, and has the same secret.' };
  }
  const why = CAUSES[cause] ?? 'look this cause up in its manual';
  return {
    verdict: 'refused',
    message: `The secret and the port are right, but it refused with cause ${cause}: ${why}.`,
  };
}

type Asked = {
  readonly address: string;
  readonly port: number;
  readonly secret: string;
  readonly former: string | null;
};

async function judge(ask: typeof askAccessServer, { address, port, secret, former }: Asked): Promise<Verdict> {
  try {
    const [answer, answerToFormer] = await Promise.all([
      ask({ address, port, secret }),
      former === null ? 'silent' : ask({ address, port, secret: former }),
    ]);
    if (answer !== 'silent') return judgeAnswer(answer);
    if (answerToFormer !== 'silent') {
      return {
        verdict: 'former-secret',
        message: 'It still has the secret before the turn. Enter the new one on it, then test again.',
      };
    }
    return {
      verdict: 'silent',
      message: `Nothing came from ${address} in 1.5 seconds. Three things cause this: a firewall between the portal and UDP ${port} of it; another port for Disconnect and CoA on it (older RouterOS: 1700); or another secret, since it does not answer what another secret signed.`,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    return {
      verdict: 'unreachable',
      message: `This machine could not send to ${address} (${why}). Its network has no way to that address.`,
    };
  }
}

/**
 * Tests an access server, audited with what was found. Takes up to 1.5 s. Throws ApiError
 * access-server.not-found, access-server.no-address.
 */
export async function testAccessServer(
  deps: ServerDependencies & { readonly ask: typeof askAccessServer },
  order: { readonly staffId: number; readonly id: string },
): Promise<Verdict> {
  const [row] = await listServerRows(deps.database, order.id);
  if (!row) throw new ApiError('access-server.not-found');
  const { address, coaPort: port, encryptedSecret, encryptedPreviousSecret: previous } = row.server;
  if (address === ALL_OTHERS) throw new ApiError('access-server.no-address');
  const verdict = await judge(deps.ask, {
    address,
    port,
    secret: deps.encryption.decrypt(encryptedSecret),
    former: previous === '' ? null : deps.encryption.decrypt(previous),
  });
  await deps.database.transaction((tx) =>
    deps.recordAudit(tx, {
      actorId: order.staffId,
      action: 'access-server.test',
      subject: `access-server:${order.id}`,
      before: null,
      after: { verdict: verdict.verdict },
    }),
  );
  return verdict;
}
