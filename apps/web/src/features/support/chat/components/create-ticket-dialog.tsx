import { type TicketCategory, ticketCategory } from '@portal/contract/support/tickets';
import { ticketCategories } from '../../../../shared/format/ticket-category.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';

export type CreateTicketDialogProps = {
  open: boolean;
  onClose: () => void;
  onChoose: (category: TicketCategory) => void;
};

/** Asks for the category before a ticket is created: it decides the SLA. */
export function CreateTicketDialog({ open, onClose, onChoose }: CreateTicketDialogProps) {
  const t = useText();
  return (
    <Dialog open={open} onClose={onClose} title={t('What is it about?')}>
      <p className="soft mt-2 mb-4">{t('We make a ticket of what you have written, and this chat ends.')}</p>
      <div className="grid gap-3">
        {ticketCategory.options.map((category) => (
          <Button key={category} variant="secondary" onClick={() => onChoose(category)}>
            {t(ticketCategories[category])}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
