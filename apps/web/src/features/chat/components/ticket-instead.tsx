import { type TicketCategory, ticketCategory } from '@portal/contract/ticket';
import { useState } from 'react';
import { ticketCategories } from '../../../shared/format/ticket-category.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { ChatClient } from '../chat-client.ts';

/** Instead of waiting. What it is about is asked first: it decides by when we promise an answer. */
export function TicketInstead({ chat }: { chat: ChatClient }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const [moving, setMoving] = useState(false);
  async function move(category: TicketCategory) {
    setAsking(false);
    setMoving(true);
    await chat.moveToTicket(category);
    setMoving(false);
  }
  return (
    <>
      <Button variant="secondary" busy={moving} onClick={() => setAsking(true)}>
        {t('Create a ticket instead')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('What is it about?')}>
        <p className="soft mt-2 mb-4">{t('We make a ticket of what you have written, and this chat ends.')}</p>
        <div className="grid gap-3">
          {ticketCategory.options.map((category) => (
            <Button key={category} variant="secondary" onClick={() => void move(category)}>
              {t(ticketCategories[category])}
            </Button>
          ))}
        </div>
      </Dialog>
    </>
  );
}
