import { isIPv6 } from 'node:net';
import { ALL_OTHERS } from '@portal/contract/network/access-servers';

/** The first line of the list, by which the kit knows it from another page. */
const FIRST_LINE = '# Access servers of the portal. Written by portal-clients: changes here are lost.';

/** What FreeRADIUS reads as itself in a quoted text. */
const PLAIN = /[A-Za-z0-9]/;

/** In octal, since FreeRADIUS would expand `${…}` and `%{…}` and end the text at a quotation mark. */
function quoted(text: string): string {
  const written = [...Buffer.from(text, 'utf8')].map((byte) => {
    const sign = String.fromCharCode(byte);
    return byte < 128 && PLAIN.test(sign) ? sign : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${written.join('')}"`;
}

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
      [
        `client portal-${address.replace(/[^0-9a-f]/g, '-')} {`,
        `\t${isIPv6(address) ? 'ipv6addr' : 'ipaddr'} = ${address}`,
        `\tsecret = ${quoted(secret)}`,
        `\tshortname = "${shortName(name)}"`,
        '\trequire_message_authenticator = yes',
        '}',
      ].join('\n'),
    );
  return `${[FIRST_LINE, ...clients].join('\n\n')}\n`;
}
