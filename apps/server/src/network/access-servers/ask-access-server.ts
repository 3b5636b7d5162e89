import { attribute, CODES, encodeRequest, ipv4, type NasAnswer } from '../radius-actions/radius-packet.ts';
import { sendCoa } from '../radius-actions/send-coa.ts';

const USER_NAME = 1;
const NAS_IP_ADDRESS = 4;
const ACCT_SESSION_ID = 44;
/** Somebody waits for what comes of it, and no session does. */
const AGAIN_MS = 500;
/** No session has it. */
const NO_SUCH_SESSION = 'portal-test';

/**
 * Asks an access server to end a session that does not exist: it refuses with an answer that the shared
 * secret signs (RFC 5176), or is silent where it has another one. No session is touched. Rejects when nothing
 * could be sent.
 */
export async function askAccessServer(server: {
  readonly address: string;
  readonly port: number;
  readonly secret: string;
}): Promise<NasAnswer | 'silent'> {
  const nas = ipv4(server.address);
  const attributes = [
    attribute(USER_NAME, NO_SUCH_SESSION),
    ...(nas ? [attribute(NAS_IP_ADDRESS, nas)] : []),
    attribute(ACCT_SESSION_ID, NO_SUCH_SESSION),
  ];
  const request = encodeRequest({ code: CODES.disconnect, id: 1, attributes, secret: server.secret });
  return sendCoa({ ...server, request, againMs: AGAIN_MS });
}
