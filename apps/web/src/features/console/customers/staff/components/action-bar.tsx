import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { type Shortcut, useShortcuts } from '../../../../../shared/staff/shortcuts/shortcuts.ts';
import { type Needs, useMay } from '../../../../../shared/staff/use-may.ts';
import { DisclosureMenu } from '../../../../../shared/ui/navigation/disclosure-menu.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

export type Action = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The call without whose permission the action is not there. */
  readonly needs: Needs;
  /** A single key that does the same. */
  readonly shortcut?: string;
  /** What must happen first, in words; while it is there the action cannot be pressed. */
  readonly waitsFor?: string | undefined;
} & ({ readonly to: string } | { readonly dialog: (onClose: () => void) => ReactNode });

type ActionBarProps = {
  /** Those that are asked for all day, five at most. */
  first: readonly Action[];
  /** The others, in a menu. */
  more: readonly Action[];
};

/** What staff may do for a customer. A dialog stays open when its action is not there any more. */
export function ActionBar({ first, more }: ActionBarProps) {
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState<ReactNode>(null);
  const isAllowed = ({ needs }: Action) => may(needs);
  const onClose = () => setOpen(null);
  function run(action: Action) {
    if ('to' in action) void navigate(action.to);
    else setOpen(action.dialog(onClose));
  }
  const shown = first.filter(isAllowed);
  const inMenu = more.filter(isAllowed);
  useShortcuts(
    [...shown, ...inMenu].flatMap((action): Shortcut[] => {
      const { shortcut: key, label, waitsFor } = action;
      return key !== undefined && waitsFor === undefined ? [{ key, label, run: () => run(action) }] : [];
    }),
  );
  if (shown.length + inMenu.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
    <div className="action-bar" role="group" aria-label="Actions">
      {shown.map((action) => (
        <FirstAction key={action.label} action={action} onRun={() => run(action)} />
      ))}
      {inMenu.length > 0 && (
        <DisclosureMenu
          className="action-bar-more"
          summary={
            <>
              <Ellipsis />
              More
            </>
          }
        >
          <div className="action-bar-list">
            {inMenu.map((action) => (
              <button key={action.label} type="button" onClick={() => run(action)}>
                <action.icon />
                <span className="min-w-0 flex-1">{action.label}</span>
                {action.shortcut && <KeyCap>{action.shortcut.toUpperCase()}</KeyCap>}
              </button>
            ))}
          </div>
        </DisclosureMenu>
      )}
      {open}
    </div>
  );
}

function FirstAction({ action, onRun }: { action: Action; onRun: () => void }) {
  const { label, icon: Icon, shortcut, waitsFor } = action;
  const content = (
    <>
      <Icon />
      <span className="min-w-0 flex-1">{label}</span>
      {shortcut && <KeyCap>{shortcut.toUpperCase()}</KeyCap>}
    </>
  );
  if ('to' in action) return <PageLink to={action.to}>{content}</PageLink>;
  return (
    <button type="button" disabled={waitsFor !== undefined} title={waitsFor} onClick={onRun}>
      {content}
    </button>
  );
}
