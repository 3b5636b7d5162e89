import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/use-text.ts';

/** The attributes that connect a control with its label, hint and error. */
export type FieldWiring = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

export type FieldFrameProps = {
  label: string;
  hint?: ReactNode;
  /**
   * In English, from the form's validation or the server. Shown in the reader's language in place
   * of the hint.
   */
  error?: string | undefined;
};

/**
 * Label above, control, then error or hint; `children` receives the attributes that tie them
 * together.
 */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: FieldFrameProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const t = useText();
  const id = useId();
  const noteId = `${id}-note`;
  const wiring: FieldWiring = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? noteId : undefined,
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(wiring)}
      {error ? (
        <p className="field-error" id={noteId}>
          <CircleAlert />
          {t(error)}
        </p>
      ) : (
        hint && (
          <p className="field-hint" id={noteId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
