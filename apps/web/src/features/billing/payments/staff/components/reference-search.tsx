import { ArrowRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldFrame } from '../../../../../shared/ui/form/field-frame.tsx';

/**
 * Opens a payment by the reference that a customer quotes, typed in any case and with any spaces.
 */
export function ReferenceSearch() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  function open(event: FormEvent) {
    event.preventDefault();
    const reference = typed.replace(/\s/g, '').toUpperCase();
    if (reference) void navigate(`/admin/payments/${encodeURIComponent(reference)}`);
    else setError('Enter a reference');
  }
  return (
    <form noValidate onSubmit={open}>
      <FieldFrame label="Reference" error={error}>
        {(wiring) => (
          <div className="input-with-end">
            <input
              {...wiring}
              type="text"
              className="input"
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              placeholder="P7K2M9Q4X…"
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setError(undefined);
              }}
            />
            <button type="submit" className="icon-btn" aria-label="Open the payment">
              <ArrowRight />
            </button>
          </div>
        )}
      </FieldFrame>
    </form>
  );
}
