import type { VendorProfile } from '@portal/contract/network/staff-vendor-profiles';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useVendorProfiles } from '../api/vendor-profiles.ts';
import { ProfileEditor } from './profile-editor.tsx';

export type ProfileListProps = {
  /** The one that is edited; null for none. */
  chosen: string | null;
  addressOf: (id: string | null) => string;
  onChoose: (id: string | null) => void;
};

/** The vendor profiles, or the editor of the one that is chosen. */
export function ProfileList({ chosen, addressOf, onChoose }: ProfileListProps) {
  const profiles = useVendorProfiles();
  return (
    <div className="mt-8">
      <AsyncBoundary
        query={profiles}
        failure="We could not load the vendor profiles"
        skeleton={<Skeleton className="h-96 w-full" />}
      >
        {(loaded) => {
          const profile = loaded.profiles.find(({ id }) => id === chosen);
          if (chosen !== null) {
            return (
              <>
                <PageLink className="link inline-flex min-h-11 items-center" to={addressOf(null)}>
                  All vendor profiles
                </PageLink>
                {profile ? (
                  <ProfileEditor
                    key={`${profile.id} ${profile.updatedAt}`}
                    profile={profile}
                    known={loaded}
                    onChoose={onChoose}
                  />
                ) : (
                  <p className="soft mt-4">This profile has been deleted.</p>
                )}
              </>
            );
          }
          if (loaded.profiles.length === 0) {
            return (
              <EmptyState title="No vendor profile">
                Access servers get the attributes of MikroTik and WISPr.
              </EmptyState>
            );
          }
          return (
            <ul className="max-w-3xl border-ink border-t">
              {loaded.profiles.map((one) => (
                <Row key={one.id} profile={one} to={addressOf(one.id)} />
              ))}
            </ul>
          );
        }}
      </AsyncBoundary>
    </div>
  );
}

function serversLabel(count: number): string {
  if (count === 0) return 'No access server';
  return `${count.toLocaleString('en-NG')} access ${count === 1 ? 'server' : 'servers'}`;
}

function Row({ profile, to }: { profile: VendorProfile; to: string }) {
  const { name, servers, isEdited, isDefault, builtIn } = profile;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-1.5">
      <PageLink className="link semi wrap-anywhere inline-flex min-h-11 min-w-0 items-center" to={to}>
        {bidiIsolate(name)}
      </PageLink>
      <span className="muted small">{serversLabel(servers)}</span>
      {isDefault && <Badge kind="info">For all that are not on the list</Badge>}
      {isEdited && <Badge kind="accent">Edited</Badge>}
      {!builtIn && <Badge kind="mute">Your own</Badge>}
    </li>
  );
}
