import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PasswordField } from './password-field.tsx';

test.each(['current-password', 'new-password'] as const)(
  'A password is masked, of any length, and the browser knows which to fill in or suggest: %s',
  (autoComplete) => {
    const markup = renderToStaticMarkup(<PasswordField label="Password" autoComplete={autoComplete} />).toLowerCase();
    const [input] = /<input[^>]*>/.exec(markup) ?? [];
    expect(input).toContain('type="password"');
    expect(input).toContain(`autocomplete="${autoComplete}"`);
    expect(input).not.toContain('maxlength');
  },
);
