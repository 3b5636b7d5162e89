import { isIP } from 'node:net';

/** The address and secret of one access server; the address `*` stands for every other one. */
export type NasSecret = { readonly address: string; readonly port: number; readonly secret: string };

const DYNAMIC_AUTHORIZATION_PORT = 3799;
/**
 * An address (IPv6 in brackets when a port follows); a secret may contain any character except a
 * comma.
 */
const ENTRY = /^(?:\[([^\]]+)\]|([^=[\]]+?))(?::(\d{1,5}))?=(.+)$/;

function readEntry(entry: string): NasSecret | null {
  const plain = /^([^=]+)=(.+)$/.exec(entry);
  if (plain?.[1] && plain[2] && isIP(plain[1])) {
    return { address: plain[1], port: DYNAMIC_AUTHORIZATION_PORT, secret: plain[2] };
  }
  const [, bracketed, bare, port, secret] = ENTRY.exec(entry) ?? [];
  const address = bracketed ?? bare ?? '';
  const number = port === undefined ? DYNAMIC_AUTHORIZATION_PORT : Number(port);
  if (secret === undefined || number < 1 || number > 65_535 || (address !== '*' && !isIP(address))) return null;
  return { address, port: number, secret };
}

/** Reads the entries of that setting; a fault names an entry without its secret. */
export function readNasSecrets(
  setting: string,
  entries: readonly string[],
): {
  readonly secrets: readonly NasSecret[];
  readonly faults: readonly string[];
} {
  const secrets: NasSecret[] = [];
  const faults: string[] = [];
  for (const entry of entries) {
    const read = readEntry(entry);
    if (read) secrets.push(read);
    else
      faults.push(`${setting}: ${entry.split('=')[0]} is not an entry such as 10.0.0.1=secret or 10.0.0.1:1700=secret`);
  }
  return { secrets, faults };
}
