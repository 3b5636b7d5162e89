import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../i18n/use-text.ts';

export type DialogProps = {
  open: boolean;
  /** Called on Escape, on the close button and on a click beside the dialog. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the confirming one first: it is on top on a phone and on the right elsewhere. */
  actions?: ReactNode;
};

/**
 * The browser's modal dialog: the page behind is inert, Escape closes, focus returns to where it
 * was. A bottom sheet below 640 px. It is rendered into the body, so that the part of the page that
 * opens it does not style its content; React's events bubble up to that part all the same.
 */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const t = useText();
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect is cleaned up while the dialog is still on the page: closed later, it could not
  // return the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (open) dialog?.showModal();
    return () => dialog?.close();
  }, [open]);
  if (!open) return null;
  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (event.target === event.currentTarget && !inside) onClose();
  }
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way and comes as onCancel.
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
    >
      <div className="dialog-head">
        <h2 className="h2" id={titleId}>
          {title}
        </h2>
        <button type="button" className="icon-btn" aria-label={t('Close')} onClick={onClose}>
          <X />
        </button>
      </div>
      {children}
      {actions && <div className="dialog-actions">{actions}</div>}
    </dialog>,
    document.body,
  );
}
