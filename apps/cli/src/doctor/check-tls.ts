import { connect } from 'node:tls';
import { about, type Finding, messageOf } from './finding.ts';

const tls = about('TLS');
const DAY_MS = 86_400_000;
const WARN_DAYS = 20;
const FAULT_DAYS = 7;
const SILENCE_MS = 10_000;

type Seen = { readonly refusal: string | null; readonly expires: string; readonly protocol: string | null };

function shakeHands(url: URL): Promise<Seen> {
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(url.port || 443), servername: host, rejectUnauthorized: false });
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('no answer in time')));
  socket.on('error', reject);
  socket.on('secureConnect', () => {
    resolve({
      refusal: socket.authorized ? null : String(socket.authorizationError),
      expires: socket.getPeerCertificate().valid_to,
      protocol: socket.getProtocol(),
    });
    socket.end();
  });
  return promise;
}

/** The certificate that customers are shown: trusted, for this name, and not about to expire. */
export async function checkTls(publicUrl: URL, now: () => Date): Promise<Finding> {
  if (publicUrl.protocol !== 'https:') {
    return tls.skipped(`PUBLIC_URL is ${publicUrl.origin}: a production installation has https.`);
  }
  const remedy = `Renew the certificate of ${publicUrl.host} at the proxy (Caddy does it by itself; certbot renew for nginx).`;
  try {
    const { refusal, expires, protocol } = await shakeHands(publicUrl);
    if (refusal !== null) return tls.fault(`Browsers reject the certificate of ${publicUrl.host}: ${refusal}.`, remedy);
    const days = Math.floor((Date.parse(expires) - now().getTime()) / DAY_MS);
    const found = `The certificate of ${publicUrl.host} is valid for ${days} days (${protocol}).`;
    if (days < FAULT_DAYS) return tls.fault(found, remedy);
    return days < WARN_DAYS ? tls.warning(found, remedy) : tls.ok(found);
  } catch (error) {
    return tls.fault(
      `${publicUrl.origin} cannot be reached from here: ${messageOf(error)}.`,
      'Check DNS, the proxy and its firewall; PUBLIC_URL must be what customers type.',
    );
  }
}
