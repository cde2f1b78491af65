import { useSession } from '../../../app/session.tsx';
import { useTexts } from '../../../app/texts.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { CardOfPerson } from '../../emergency-card/api.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

/** The emergency card in a dialog, to show and to print (DASH-08). */
export default function CardDialog({ onClose }: { onClose: () => void }) {
  const said = useVoicedText();
  const ready = useTexts(['card']);
  const user = useSession();
  if (!ready || !user) return null;
  return (
    <Modal open width={780} onClose={onClose} title={said('card.page.title')}>
      <CardOfPerson userId={user.id} />
    </Modal>
  );
}
