import { useText } from '../../../app/texts.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { LinkCode } from './link-code.tsx';
import type { ReaderLink } from './links-api.ts';

type CodeDialogProps = { person: string; link: ReaderLink; onClose: () => void };

/** Shows the code of a link again, without the passcode. */
export default function CodeDialog({ person, link, onClose }: CodeDialogProps) {
  const t = useText();
  const { reader, expires_at, address } = link;
  if (address === null) return null;
  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={t('healthLink.shown.title', { reader })}
      lead={t('healthLink.shown.passcode')}
    >
      <LinkCode person={person} link={{ reader, expires_at, address }} passcode={null} />
    </Modal>
  );
}
