import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../app/texts.tsx';
import { AriaLocale } from '../aria-locale.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../drawings/icon.tsx';
import type { ModalProps } from './modal-props.ts';
import { useLayer } from '../layers/use-layer.ts';

const widthClass = { 600: '', 680: 'form', 780: 'wide' } as const;

/** The open dialog of Modal, in its own chunk. */
export default function ModalLayer({
  open,
  onClose,
  title,
  lead,
  width = 600,
  foot,
  stickyFoot,
  mustChoose = false,
  onEscape,
  role = 'dialog',
  children,
}: ModalProps) {
  const t = useText();
  useLayer();
  return (
    <AriaLocale>
      <ModalOverlay
        className="overlay"
        isOpen={open}
        isDismissable={false}
        isKeyboardDismissDisabled={mustChoose && !onEscape}
        onOpenChange={(stays) => {
          if (!stays) (onEscape ?? onClose)();
        }}
      >
        <Modal className={classNames('modal', widthClass[width])}>
          <Dialog role={role} className="dialog">
            <div className="modalhead">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {!mustChoose && (
                <button type="button" className="iconbtn" aria-label={t('common.close')} onClick={onClose}>
                  <Icon name="close" />
                </button>
              )}
            </div>
            {lead && <p>{lead}</p>}
            {children}
            {foot && <div className={stickyFoot ? 'modalfoot stick' : 'modalfoot'}>{foot}</div>}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  );
}
