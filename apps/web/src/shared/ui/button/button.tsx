import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { useHydrated } from '../../hydration/use-hydrated.ts';
import { classNames } from '../layout/class-names.ts';

/** `glass` and `glass-outline` are for dark slabs only. One `primary` per region. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'glass' | 'glass-outline';

export type ButtonLook = {
  variant?: ButtonVariant;
  size?: 'normal' | 'large';
  /** Takes the full width of its container. */
  block?: boolean;
};

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** While true the button shows a spinner, keeps the focus and ignores clicks. */
    busy?: boolean;
    /** Its label while busy, for example 'Signing In...'. */
    busyLabel?: string;
  };

export function buttonClass({ variant = 'primary', size = 'normal', block = false }: ButtonLook): string {
  return classNames('btn', `btn-${variant}`, size === 'large' && 'btn-large', block && 'btn-block');
}

/**
 * A button of type `button` unless said otherwise. One that submits can be used once the page is
 * hydrated.
 */
export function Button({
  variant,
  size,
  block,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  disabled = false,
  ...rest
}: ButtonProps) {
  const hydrated = useHydrated();
  const look = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) };
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      // Before hydration the browser would submit the form by itself and lose its values.
      disabled={disabled || (type === 'submit' && !hydrated)}
      className={classNames(buttonClass(look), className)}
      aria-busy={busy || undefined}
      onClick={handleClick}
    >
      {busy && <LoaderCircle className="spin" />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
