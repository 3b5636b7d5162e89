import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export type PasswordFieldProps = FieldFrameProps &
  Omit<ComponentProps<'input'>, 'id' | 'type'> & { autoComplete: 'current-password' | 'new-password' };

/** A password input whose text can be shown and hidden. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const ToggleIcon = shown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="input-with-end">
          <input
            {...input}
            {...wiring}
            className="input"
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="icon-btn"
            aria-label={t(shown ? 'Hide password' : 'Show password')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <ToggleIcon />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
