import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AcceptInvitationPanel } from './accept-invitation-panel.tsx';

test('leads nowhere before the page has the token of its link, which would be lost on the way', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/account-invitation#token=secret']}>
        <AcceptInvitationPanel onAccepted={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(html).toContain('Create Account');
  expect(html).not.toContain('/register');
  expect(html).not.toContain('/login');
});
