import { ButtonLink } from '../../shared/ui/button/button-link.tsx';

export type NoPermissionProps = { page: string; back: { readonly to: string; readonly label: string } };

/** In place of a page that the roles of the signed-in member of staff do not allow. */
export function NoPermission({ page, back }: NoPermissionProps) {
  return (
    <div className="wrap max-w-xl py-16">
      <h1 className="h1">{page}</h1>
      <p className="soft mt-3 mb-6">
        Your role in the console does not open this page. An owner of the console can change that.
      </p>
      <ButtonLink to={back.to}>{back.label}</ButtonLink>
    </div>
  );
}
