import { checkDirectory as examineDirectory } from '@portal/server/identity/directory-sign-in/check-directory';
import type { Config } from '@portal/server/platform/config/config';
import type { HttpClient } from '@portal/server/platform/outside/http-client';
import { about, type Finding } from './finding.ts';

const directory = about('Directory');

/** Whether staff can sign in by the OpenID Connect directory, as far as it shows without one of them. */
export async function checkDirectory(
  settings: Config['directory'],
  http: HttpClient,
  now: () => Date,
): Promise<Finding[]> {
  if (settings === null) return [directory.skipped('None is configured: staff sign in by password and app.')];
  const fault = await examineDirectory({ issuer: settings.issuer, http, clock: now });
  const trusts = directory.warning(
    'OIDC_EMAIL_VERIFIED=trusted: whoever can change their own address there can take over a colleague’s account.',
    'Name the claim that says that an address is verified, xms_edov at Entra ID.',
  );
  return [
    fault === null
      ? directory.ok(`${settings.issuer} has its documents and keys, and its clock is right.`)
      : directory.fault(`Nobody can sign in by it: ${fault}.`, 'See docs/runbooks/directory-unusable.md.'),
    ...(settings.verifiedClaim === null ? [trusts] : []),
  ];
}
