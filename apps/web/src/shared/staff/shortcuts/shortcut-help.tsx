import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { KeyCap } from './key-cap.tsx';
import {
  currentShortcuts,
  runShortcut,
  type Shortcut,
  setShortcutsOn,
  useShortcuts,
  useShortcutsOn,
} from './shortcuts.ts';

const EVERYWHERE = [
  { key: 'Ctrl K', label: 'Search everything' },
  { key: '?', label: 'Show these keys' },
];

/** Listens for single keys in the whole console, and shows on `?` which there are. */
export function ShortcutHelp({ open, onOpen, onClose }: { open: boolean; onOpen: () => void; onClose: () => void }) {
  useShortcuts([{ key: '?', label: 'Show these keys', run: onOpen }]);
  useEffect(() => {
    window.addEventListener('keydown', runShortcut);
    return () => window.removeEventListener('keydown', runShortcut);
  }, []);
  return open && <HelpDialog onClose={onClose} />;
}

function HelpDialog({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn();
  const [here] = useState(() => currentShortcuts().filter(({ key }) => key !== '?'));
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={on}
          onChange={({ target }) => setShortcutsOn(target.checked)}
        />
        Single keys, on this device
      </label>
      {here.length > 0 && <Keys title="On this page" shortcuts={here} />}
      <Keys title="Everywhere" shortcuts={EVERYWHERE} />
    </Dialog>
  );
}

function Keys({ title, shortcuts }: { title: string; shortcuts: readonly Pick<Shortcut, 'key' | 'label'>[] }) {
  return (
    <section className="mt-5">
      <h3 className="h4">{title}</h3>
      <dl>
        {shortcuts.map(({ key, label }) => (
          <div key={key} className="flex items-center justify-between gap-4 border-line border-t py-2.5">
            <dt>{label}</dt>
            <dd>
              <KeyCap always>{key.length === 1 ? key.toUpperCase() : key}</KeyCap>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
