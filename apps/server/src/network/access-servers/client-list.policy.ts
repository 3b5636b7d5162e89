import { isIPv6 } from 'node:net';
import { ALL_OTHERS } from '@portal/contract/network/staff-access-servers';

/** The first line of the list, by which the kit knows it from another page. */
const FIRST_LINE = '# Access servers of the portal. Written by portal-clients: changes here are lost.';

/** FreeRADIUS takes what is between single quotes as it is, but for the two signs that could end it. */
const WRITABLE = /^[ -&(-[\]-~]+$/;

const shortName = (name: string): string => name.replace(/[^A-Za-z0-9._-]+/g, '-');

/**
 * The part of clients.conf that has the access servers, each with its present secret. The entry for all others is left
 * out: it would let every machine ask.
 */
export function clientList(
  servers: readonly { readonly name: string; readonly address: string; readonly secret: string }[],
): string {
  const clients = servers
    .filter(({ address }) => address !== ALL_OTHERS)
    .map(({ name, address, secret }) =>
      WRITABLE.test(secret)
        ? [
            `client portal-${address.replace(/[^0-9a-f]/g, '-')} {`,
            `\t${isIPv6(address) ? 'ipv6addr' : 'ipaddr'} = ${address}`,
            `\tsecret = '${secret}'`,
            `\tshortname = '${shortName(name)}'`,
            '\trequire_message_authenticator = yes',
            '}',
          ].join('\n')
        : `# ${address} is left out: its secret, from NAS_SECRETS, has signs that cannot be written here. Turn it.`,
    );
  return `${[FIRST_LINE, ...clients].join('\n\n')}\n`;
}
