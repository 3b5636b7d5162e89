import { SecretDialog } from '../../../../../shared/staff/secret-dialog.tsx';

export type EndpointSecretProps = { secret: string; isRotated: boolean; onClose: () => void };

/** Shows the secret of an endpoint, once. */
export function EndpointSecret({ secret, isRotated, onClose }: EndpointSecretProps) {
  return (
    <SecretDialog title="Keep this secret" secret={secret} onClose={onClose}>
      The program at the address checks with it that a webhook comes from this portal.
      {isRotated && ' For 24 hours webhooks are signed with the secret before, too.'}
    </SecretDialog>
  );
}
