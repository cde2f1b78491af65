import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { revokeLink, type ReaderLink } from './links-api.ts';

const words: StateWords = { pending: 'common.saving', complete: 'common.saved', error: 'common.tryAgain' };

/** Asks before a link is revoked: it stops working at once. */
export default function RevokeDialog({ link, onClose }: { link: ReaderLink; onClose: () => void }) {
  const t = useText();
  const revoke = useAction(() => revokeLink(link.id), { resetMs: 2500, onDone: onClose });
  return (
    <Modal
      open
      onClose={onClose}
      role="alertdialog"
      title={t('healthLink.revoke.title', { reader: link.reader })}
      foot={
        <>
          <Button variant="danger" state={revoke.state} words={words} onClick={() => void revoke.run()}>
            {t('healthLink.revoke.yes')}
          </Button>
          <Button variant="two" off={revoke.state === 'pending'} onClick={onClose}>
            {t('healthLink.revoke.no')}
          </Button>
        </>
      }
    >
      <p>{t('healthLink.revoke.body')}</p>
      <div role="alert">
        {revoke.problems.length > 0 && <p className="err">{t('error.general_error')}</p>}
      </div>
    </Modal>
  );
}
