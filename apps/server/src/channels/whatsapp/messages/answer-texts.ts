import { brand } from '@portal/brand';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';

/** Why a file was not taken. */
export type FileRefusal = 'type' | 'size' | 'room' | 'harmful' | 'lost';

/** What the portal itself answers on WhatsApp. */
export const answers = {
  opened: (): MessageDescriptor =>
    defineMessage('We have your message. Somebody of {brandName} will answer you here.', { brandName: brand.name }),
  wordless: (): MessageDescriptor =>
    defineMessage('We could not read that. Please write to us in words, or send a picture or a PDF.'),
  stopped: (): MessageDescriptor =>
    defineMessage('You will get no more notices on WhatsApp. Write START to get them again.'),
  started: (): MessageDescriptor => defineMessage('You will get our notices on WhatsApp. Write STOP to end that.'),
  unknownNumber: (): MessageDescriptor =>
    defineMessage('We do not know this number yet. Verify it in your account, then write START again.'),
};

export function refusalText(refusal: FileRefusal): MessageDescriptor {
  switch (refusal) {
    case 'type':
      return defineMessage('We cannot take this file. Please send a picture, a PDF or a voice message.');
    case 'size':
      return defineMessage('This file is too large. Please send one of at most 5 MB.');
    case 'room':
      return defineMessage('You have sent us many files lately. Please describe it in words.');
    case 'harmful':
      return defineMessage('We did not take this file: it may be harmful.');
    case 'lost':
      return defineMessage('Your file did not reach us. Please send it again.');
  }
}
