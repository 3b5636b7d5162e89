import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CommandPalette } from './command-palette.tsx';

/** Opens the palette, as does Ctrl K, or Command K on a Mac. */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // Never above another dialog, whose input would be out of reach.
      if (!document.querySelector('dialog[open]:not(.palette)')) setOpen((isOpen) => !isOpen);
    }
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label="Search everything"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search className="icon" />
        <span className="palette-button-text" aria-hidden="true">
          Search <kbd>Ctrl K</kbd>
        </span>
      </button>
      {open && <CommandPalette onClose={() => setOpen(false)} />}
    </>
  );
}
