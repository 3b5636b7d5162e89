import { missingDovecot } from '../../../apps/server/src/testing/servers/start-dovecot.ts';
import { installDebianPackage } from './debian-package.ts';

/**
 * Makes sure that Debian's Dovecot with IMAP and LMTP is available, installing it when this process may.
 * Returns null, or one line with the remedy.
 */
export function findDovecot(): string | null {
  if (missingDovecot() === null) return null;
  for (const name of ['dovecot-imapd', 'dovecot-lmtpd']) {
    const missing = installDebianPackage(name);
    if (missing !== null) return `The tests with a real Dovecot are left out. ${missing}`;
  }
  return missingDovecot();
}
