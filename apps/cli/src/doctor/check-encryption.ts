import { isLoopbackHost } from '@portal/kernel/network-address';
import type { Config } from '@portal/server/platform/config/config';
import { about, type Finding } from './finding.ts';

const encryption = about('Encryption');

type Servers = Pick<Config, 'databaseUrl' | 'replicaUrl' | 'redis' | 'smtpUrl' | 'siem' | 'clamdUrl'>;

/** PostgreSQL's modes that never fall back to a connection in the clear. */
const TLS_MODES: ReadonlySet<string | null> = new Set(['require', 'verify-ca', 'verify-full']);
const TLS_PROTOCOLS: ReadonlySet<string> = new Set(['rediss:', 'valkeys:', 'smtps:', 'https:', 'syslogs:', 'file:']);

function isEncrypted(url: URL): boolean {
  if (url.protocol.startsWith('postgres')) return TLS_MODES.has(url.searchParams.get('sslmode'));
  // Mail by STARTTLS is sent in the clear where somebody on the way hides that the server offers it.
  return TLS_PROTOCOLS.has(url.protocol) || url.searchParams.get('requireTLS') === 'true';
}

/** A socket's folder counts as this machine, as does no host at all. */
function isHere(url: URL): boolean {
  const host = url.searchParams.get('host') ?? url.hostname;
  return host === '' || host.startsWith('/') || isLoopbackHost(host);
}

/** Whether what leaves this machine for the operator's other servers is encrypted (ASVS 12.3.1). */
export function checkEncryption(config: Servers): Finding {
  const { redis } = config;
  const named: readonly (readonly [string, string | null])[] = [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_REPLICA_URL', config.replicaUrl],
    ['REDIS_URL', redis !== null && 'url' in redis ? redis.url : null],
    ...(redis !== null && 'sentinels' in redis
      ? redis.sentinels.map(
          ({ host }) => ['REDIS_SENTINELS', `redis://${host.includes(':') ? `[${host}]` : host}`] as const,
        )
      : []),
    ['SMTP_URL', config.smtpUrl],
    ['SIEM_URL', config.siem?.url ?? null],
    ['CLAMD_URL', config.clamdUrl],
  ];
  const elsewhere = named
    .flatMap(([name, url]) => (url === null ? [] : [{ name, url: new URL(url) }]))
    .filter(({ url }) => !isHere(url));
  const open = elsewhere.filter(({ url }) => !isEncrypted(url)).map(({ name }) => name);
  if (elsewhere.length === 0) return encryption.skipped('All servers that the portal uses are on this machine.');
  if (open.length === 0) return encryption.ok('Connections to other machines are encrypted.');
  return encryption.warning(
    `${[...new Set(open)].join(', ')} may be sent in the clear to another machine.`,
    'Use sslmode=verify-full, rediss://, smtps:// or requireTLS=true, https:// or syslogs://; or put those machines into an encrypted network of their own (WireGuard, IPsec).',
  );
}
